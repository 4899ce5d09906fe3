/** A member of an effect's recorded output; null when the record has no such member. */
export function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, name) ?? null) : null;
}
