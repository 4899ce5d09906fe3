import { sha256Hex } from '@kanmon/core';
import type { JsonValue } from '../model/json.ts';

/** Material for a model between two marks, each alone on its line. */
export interface DataBlock {
  readonly mark: string;
  readonly text: string;
}

const markLength = 16;

/**
 * Material as one JSON line between marks that hold the first digits of its hash: to contain its own
 * mark the material would have to contain its own hash.
 */
export function dataBlock(data: JsonValue): DataBlock {
  // Both are line ends to a regular expression, and legal inside JSON strings.
  const json = JSON.stringify(data).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const mark = sha256Hex(json).slice(0, markLength);
  return { mark, text: `<<<DATA ${mark}\n${json}\nDATA ${mark}>>>` };
}

/** The material of the first block of a prompt, or null when there is none. */
export function readDataBlock(prompt: string): JsonValue | null {
  const found = /^<<<DATA ([0-9a-f]{16})\n(.*)\nDATA \1>>>$/mu.exec(prompt);
  if (found === null) return null;
  try {
    return parseJson(found[2] ?? '');
  } catch {
    return null;
  }
}

const parseJson: (text: string) => JsonValue = JSON.parse;
