/** The `code` of a system error (`ENOSPC`, `EACCES`), or `unknown`. */
export function errorCode(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
