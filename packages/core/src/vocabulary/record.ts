/**
 * Narrows an unknown value to one whose members can be read: an object that is no array. What the
 * members are stays unknown.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
