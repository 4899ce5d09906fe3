export {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeResponse,
} from './node/safe-fetch.ts';
export { type SafeFetchCode, SafeFetchError } from './node/check-url.ts';
export { createUrlLoader, type UrlLoaderOptions } from './node/url-loader.ts';
export type { ResolvedAddress, ResolveHost } from './node/send-request.ts';
