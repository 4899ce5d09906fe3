export type { ContentAppOptions };
export type { JsonObject };
export type { Principal };
export type { Scope };
export type { TokenVerifier };
export { createContentApp };
export { createStaticTokenVerifier };
export { openApiDocument };
