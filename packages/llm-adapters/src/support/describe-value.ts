/** How a wrong argument is named in a misuse message: its kind, never its content. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') {
    const keys = Object.keys(value).slice(0, 5);
    return keys.length === 0 ? 'an empty object' : `an object with ${keys.join(', ')}`;
  }
  return typeof value === 'function' ? 'a function' : typeof value;
}
