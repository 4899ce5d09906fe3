import { parseStrictJson } from '@kanmon/core/kit';
import type { JsonValue } from '../model/json.ts';

/** JSON with comments and trailing commas as a value, or null. Linear. */
export function readJsonc(
  text: string,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false } {
  const plain = withoutComments(text.replace(/^\ufeff/, ''));
  const parsed = parseStrictJson(plain);
  return parsed.ok ? parsed : { ok: false };
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let pendingComma = false;
  const emit = (part: string): void => {
    if (pendingComma && part !== '}' && part !== ']') parts.push(',');
    pendingComma = false;
    parts.push(part);
  };
  for (let index = 0; index < text.length;) {
    const character = text[index] ?? '';
    if (character === '"') {
      const end = stringEnd(text, index);
      emit(text.slice(index, end));
      index = end;
    } else if (character === '/' && text[index + 1] === '/') {
      const end = text.indexOf('\n', index);
      index = end === -1 ? text.length : end;
    } else if (character === '/' && text[index + 1] === '*') {
      const end = text.indexOf('*/', index + 2);
      index = end === -1 ? text.length : end + 2;
    } else {
      if (character === ',' && !pendingComma) pendingComma = true;
      else if (!/\s/.test(character)) emit(character);
      else parts.push(' ');
      index += 1;
    }
  }
  if (pendingComma) parts.push(',');
  return parts.join('');
}

function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return Math.min(text.length, index + 1);
}
