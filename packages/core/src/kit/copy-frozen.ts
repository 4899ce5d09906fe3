/** Returns a deep frozen copy of plain data. A value that is neither a list nor a plain object is not copied. */
export function copyFrozen<T>(value: T): T {
  return copy(value, new Map());
}

function copy<T>(value: T, known: Map<unknown, unknown>): T;
function copy(value: unknown, known: Map<unknown, unknown>): unknown {
  if (!isPlain(value)) return value;
  const seen = known.get(value);
  if (seen !== undefined) return seen;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    known.set(value, list);
    for (const child of value) list.push(copy<unknown>(child, known));
    return Object.freeze(list);
  }
  const record: Record<string, unknown> = {};
  known.set(value, record);
  for (const [key, child] of Object.entries(value)) {
    Object.defineProperty(record, key, { value: copy<unknown>(child, known), enumerable: true });
  }
  return Object.freeze(record);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
