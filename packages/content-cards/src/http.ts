export { type ContentAppOptions, createContentApp, openApiDocument } from './http/content-app.ts';
export {
  type ContentCaller,
  createStaticTokenVerifier,
  type IdentityOptions,
  type Principal,
  type Scope,
} from './http/identify.ts';
export type { JsonObject } from './model/json.ts';
