/**
 * PostgreSQL text cannot hold U+0000, which actors, request ids and keys may hold. A backslash
 * escapes it and itself; all other text stays as it is.
 */
export function toDatabaseText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');
}

/** The text that `toDatabaseText` was given. */
export function fromDatabaseText(text: string): string {
  return text.replaceAll(/\\([\\0])/g, (_, escaped) => (escaped === '0' ? '\0' : '\\'));
}
