import { isRecord } from '@kanmon/core';
import type { UnknownRecord } from '../support/read.ts';

/** Objects that are tried before giving up: a text of only braces must not cost a parse for each. */
const maxCandidates = 64;

/**
 * The first JSON object in `text`, fenced or bare, that `accept` takes. Finds the end of an object by
 * counting braces outside strings, so each candidate is one linear scan.
 */
export function findJsonObject(
  text: string,
  accept: (object: UnknownRecord) => boolean,
): UnknownRecord | undefined {
  let from = text.indexOf('{');
  for (let tried = 0; from !== -1 && tried < maxCandidates; tried += 1) {
    const end = endOfObject(text, from);
    const object = end === -1 ? undefined : parseObject(text.slice(from, end));
    if (object !== undefined && accept(object)) return object;
    from = text.indexOf('{', object === undefined ? from + 1 : end);
  }
  return undefined;
}

function parseObject(text: string): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The index after the brace that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
