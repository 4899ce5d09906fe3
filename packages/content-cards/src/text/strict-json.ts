import { parseJson } from '@kanmon/core/kit';
import { fixedLimits } from '../model/limits.ts';
import type { JsonValue } from '../model/json.ts';

/** A JSON value, or why the text is none that we take. */
export type StrictJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: 'syntax' | 'too_deep' | 'duplicate_key' };

/**
 * JSON without duplicate keys and without nesting past 64: of two members with one name each reader
 * takes another, and an approval must have one reading. Linear, without recursion.
 */
export function parseStrictJson(text: string): StrictJson {
  let value: JsonValue;
  const depth = deepest(text);
  if (depth > fixedLimits.jsonDepth) return { ok: false, reason: 'too_deep' };
  try {
    value = parseJson(text);
  } catch {
    return { ok: false, reason: 'syntax' };
  }
  return hasDuplicateKey(text) ? { ok: false, reason: 'duplicate_key' } : { ok: true, value };
}

const quote = 34;
const backslash = 92;

function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 123 || code === 91) most = Math.max(most, (depth += 1));
    else if (code === 125 || code === 93) depth -= 1;
  }
  return most;
}

/** Index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    index += code === backslash ? 2 : 1;
  }
  return index;
}

/** Only for texts that parse: a string before a colon is a key. */
function hasDuplicateKey(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, index);
      const keys = open.at(-1);
      if (keys !== null && keys !== undefined && isBeforeColon(text, end + 1)) {
        const key = JSON.stringify(parseJson(text.slice(index, end + 1)));
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
