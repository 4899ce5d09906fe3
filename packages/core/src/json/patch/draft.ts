import {
  isJsonArray,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { type MutableContainer, setMember } from './copy-value.ts';
import { memberOf, toArrayIndex } from '../pointer.ts';
import type { PatchProblemCode } from './types.ts';

/** A member or an element of a container that may be written; it need not exist yet. */
export interface Slot {
  readonly container: MutableContainer;
  readonly key: string;
}

/** Why a place cannot be reached. */
export interface Missing {
  readonly code: PatchProblemCode;
}

/** A document under change. Containers of the input are copied once, on the way to what changes. */
export interface Draft {
  readonly root: () => JsonValue;
  readonly replaceRoot: (value: JsonValue) => void;
  /** The value at a place. */
  readonly find: (tokens: readonly string[]) => { readonly value: JsonValue } | Missing;
  /** The container around a place (not the root), made writable. */
  readonly slotOf: (tokens: readonly string[]) => Slot | Missing;
  /** Makes every container read-only again: one of them is now also held by the inverse. */
  readonly seal: () => void;
}

/** Creates a draft of `input`, which stays as it is. `onCopy` is called for every container that is copied. */
export function createDraft(
  input: JsonValue,
  onCopy?: (original: JsonArray | JsonObject, copy: MutableContainer) => void,
): Draft {
  let root = input;
  /** The containers that this run has created: writing to them changes no other value. */
  const owned = new Map<JsonArray | JsonObject, MutableContainer>();

  const own = (container: JsonArray | JsonObject): MutableContainer => {
    const known = owned.get(container);
    if (known !== undefined) return known;
    const copy: MutableContainer = isJsonArray(container) ? [...container] : { ...container };
    owned.set(copy, copy);
    onCopy?.(container, copy);
    return copy;
  };

  return {
    root: () => root,
    replaceRoot(value) {
      root = value;
    },
    find(tokens) {
      let current = root;
      for (const token of tokens) {
        const next = memberOf(current, token);
        if (next === undefined) return { code: whyMissing(current, token) };
        current = next;
      }
      return { value: current };
    },
    slotOf(tokens) {
      if (!isContainer(root)) return { code: 'path-not-found' };
      let container = own(root);
      root = container;
      for (let depth = 0; depth < tokens.length - 1; depth += 1) {
        const token = tokens[depth] ?? '';
        const next = memberOf(container, token);
        if (next === undefined) return { code: whyMissing(container, token) };
        if (!isContainer(next)) return { code: 'path-not-found' };
        const child = own(next);
        if (child !== next) setMember(container, token, child);
        container = child;
      }
      return { container, key: tokens.at(-1) ?? '' };
    },
    seal() {
      owned.clear();
    },
  };
}

/** Returns the reason why `memberOf` found nothing. `-` has the form of an index, but names no element. */
export function whyMissing(parent: JsonValue, token: string): PatchProblemCode {
  if (!isJsonArray(parent)) return 'path-not-found';
  return token === '-' || toArrayIndex(token) !== null ? 'index-out-of-range' : 'invalid-pointer';
}

function isContainer(value: JsonValue): value is JsonArray | JsonObject {
  return typeof value === 'object' && value !== null;
}
