export { type ContentAppOptions, createContentApp } from './http/content-app.ts';
export { openApiDocument } from './http/open-api.ts';
export {
  createStaticTokenVerifier,
  type Principal,
  type Scope,
  type TokenVerifier,
} from './http/principal.ts';
export type { JsonObject } from './model/json.ts';
