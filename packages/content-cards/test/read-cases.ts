import { type CaseReader, caseReader } from '@kanmon/test-support';

export const readCases: CaseReader = caseReader(new URL('cases/', import.meta.url));

/** `{"$repeat":["x",3]}` is "xxx", `{"$list":["x",3]}` three of them: cases stay short. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  const { $repeat, $list } = value as { $repeat?: [string, number]; $list?: [unknown, number] };
  if ($repeat !== undefined) return $repeat[0].repeat($repeat[1]);
  if ($list !== undefined) return Array.from({ length: $list[1] }, () => expand($list[0]));
  const copy: object = {};
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, { value: expand(member), enumerable: true });
  return copy;
}
