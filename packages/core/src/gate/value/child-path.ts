import { formatPointer } from '../../json/pointer.ts';
import type { JsonPointer } from '../../vocabulary/json-value.ts';

/** The pointer of a member. Most keys need no escape, and a walk makes very many pointers. */
export function childPath(path: JsonPointer, token: string): JsonPointer {
  return token.includes('/') || token.includes('~')
    ? path + formatPointer([token])
    : `${path}/${token}`;
}
