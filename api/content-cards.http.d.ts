export type { ContentAppOptions };
export type { ContentCaller };
export type { IdentityOptions };
export type { JsonObject };
export type { Principal };
export type { Scope };
export { createContentApp };
export { createStaticTokenVerifier };
export { openApiDocument };
