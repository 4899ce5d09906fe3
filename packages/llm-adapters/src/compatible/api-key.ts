/** A key, or where to get it for each call. */
export type ApiKey = string | (() => string | Promise<string>);
