import type { JsonArray, JsonObject, JsonValue } from '../../vocabulary/json-value.ts';
import { memberOf } from '../pointer.ts';

/**
 * The places of array elements before the patch. An allow-list names places of the document as
 * it was: without this, `remove /l/0` twice under an allow-list of `/l/0` would take two elements.
 */
export interface Shifts {
  /** An element was put in before `index`, or taken out at it. */
  readonly inserted: (array: JsonArray, index: number) => void;
  readonly removed: (array: JsonArray, index: number) => void;
  /** A copy has taken the place of a container. */
  readonly copied: (original: JsonArray | JsonObject, copy: JsonArray | JsonObject) => void;
  /**
   * The place as it was before the patch, or null when nothing on the way has moved or when it lies
   * in an element that the patch itself put in. `isInsertion`: the last token names a gap.
   */
  readonly originOf: (
    root: JsonValue,
    tokens: readonly string[],
    isInsertion: boolean,
  ) => readonly string[] | null;
}

/** Bookkeeping for one patch; costs nothing until an element moves. */
export function createShifts(): Shifts {
  /** Per array the former index of each element, null for one that the patch put in. */
  const former = new Map<object, (number | null)[]>();

  const formerOf = (array: JsonArray, length: number): (number | null)[] => {
    const known = former.get(array);
    if (known !== undefined) return known;
    const fresh = Array.from({ length }, (_, index) => index);
    former.set(array, fresh);
    return fresh;
  };

  return {
    // Both are called after the change, so the array had one element less or more.
    inserted(array, index) {
      formerOf(array, array.length - 1).splice(index, 0, null);
    },
    removed(array, index) {
      formerOf(array, array.length + 1).splice(index, 1);
    },
    copied(original, copy) {
      const indexes = former.get(original);
      if (indexes !== undefined) former.set(copy, indexes);
    },
    originOf(root, tokens, isInsertion) {
      if (former.size === 0) return null;
      const origin: string[] = [];
      let current: JsonValue | undefined = root;
      for (const [depth, token] of tokens.entries()) {
        const isGap = isInsertion && depth === tokens.length - 1;
        const indexes =
          typeof current === 'object' && current !== null ? former.get(current) : undefined;
        const index = isGap ? undefined : indexes?.[Number(token)];
        if (index === null) return null;
        origin.push(index === undefined ? token : String(index));
        current = current === undefined ? undefined : memberOf(current, token);
      }
      return origin;
    },
  };
}
