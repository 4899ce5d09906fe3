export type { ResolveHost };
export type { ResolvedAddress };
export type { SafeFetch };
export type { SafeFetchCode };
export type { SafeFetchOptions };
export type { SafeResponse };
export { SafeFetchError };
export { createSafeFetch };
export { createUrlLoader };
