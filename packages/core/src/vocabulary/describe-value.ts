/** A value in an error message: enough to see the mistake, never a whole document. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'an array' : 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

/** Name and message of whatever was thrown, cut to 200 characters. Never throws. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 200);
  } catch {
    return 'an error';
  }
}
