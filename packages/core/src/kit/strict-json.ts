import { parseJson } from '../json/parse-json.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';

/** A JSON value, or the reason why the text is refused. */
export type StrictJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: 'syntax' | 'too_deep' | 'duplicate_key' };

/** Deepest nesting of objects and arrays that `parseStrictJson` takes. */
export const maxJsonDepth = 64;

/**
 * Parses JSON without duplicate keys (RFC 8259 leaves their meaning open, so two readers may disagree) and
 * without nesting past `maxJsonDepth`. Linear in time, without recursion.
 */
export function parseStrictJson(text: string): StrictJson {
  if (depthOf(text) > maxJsonDepth) return { ok: false, reason: 'too_deep' };
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return { ok: false, reason: 'syntax' };
  }
  return hasDuplicateKey(text) ? { ok: false, reason: 'duplicate_key' } : { ok: true, value };
}

const quote = 34;
const backslash = 92;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 123 || code === 91) deepest = Math.max(deepest, (depth += 1));
    else if (code === 125 || code === 93) depth -= 1;
  }
  return deepest;
}

/** Returns the index of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    index += code === backslash ? 2 : 1;
  }
  return index;
}

/** For texts that parse: a string before a colon is a key. */
function hasDuplicateKey(text: string): boolean {
  const open: (Set<unknown> | null)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, index);
      const keys = open.at(-1);
      if (keys !== null && keys !== undefined && isBeforeColon(text, end + 1)) {
        const key = parseJson(text.slice(index, end + 1));
        if (keys.has(key)) return true;
        keys.add(key);
      }
      index = end;
    }
  }
  return false;
}

function isBeforeColon(text: string, from: number): boolean {
  let index = from;
  while (' \n\r\t'.includes(text[index] ?? 'x')) index += 1;
  return text[index] === ':';
}
