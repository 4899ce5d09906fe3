import { formatPointer } from '@kanmon/core/json';
import { parseStrictJson } from '@kanmon/core/kit';
import { importError } from './import-error.ts';
import { readJsonCards, wholeSource } from './json-cards.ts';
import {
  derivedTitle,
  type ImportAdapter,
  type LoadedSource,
  type NormalizedItem,
} from './source.ts';
import { decodeSource, refuseLongText } from './text-adapter.ts';
import type { JsonValue } from '../model/json.ts';

/** JSON: approval documents, lists of cards, lists of items; anything else as lines of its leaves. */
export const jsonAdapter: ImportAdapter = {
  kind: 'json',
  accepts: ({ contentType, name }) =>
    /^(?:application|text)\/(?:[\w.+-]*\+)?json$/.test(contentType)
      ? 1
      : /\.jsonc?$/i.test(name)
        ? 0.9
        : 0,
  read(loaded, context) {
    const { text, charset, warnings } = decodeSource(loaded, context);
    refuseLongText(text);
    if (text.trim() === '') return { items: [], warnings, charset };
    const parsed = parseStrictJson(text);
    if (!parsed.ok) throw refusal(parsed.reason.replaceAll('_', ' '));
    if (hasPrototypeKey(parsed.value)) throw refusal('a key is called __proto__');
    const items = readJsonCards(parsed.value, loaded) ?? leafItems(text, loaded, context.locale);
    return { items, warnings, charset };
  },
};

function refusal(reason: string): Error {
  return importError('json_invalid', `the JSON cannot be taken: ${reason}`);
}

/** Returns places whose keys could reach the prototype of other objects. Without recursion. */
function hasPrototypeKey(root: JsonValue): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}

/** One item per top-level member; its leaves as `pointer: value`, in document order. */
function leafItems(
  text: string,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const members = readJsonLeaves(text);
  return members.map(({ key, leaves }, index) => {
    const number = members.length > 1 ? String(index + 1) : '';
    const title = (key ?? number).trim();
    const body = leaves.map((leaf) =>
      leaf.pointer === '' ? leaf.text : `${leaf.pointer}: ${leaf.text}`,
    );
    return {
      id: null,
      title: title === '' ? derivedTitle(loaded, locale) : title,
      body,
      attachments: [],
      source_meta: {
        ...wholeSource(loaded, body.length),
        title_origin: title === '' ? 'derived' : 'heading',
      },
    };
  });
}

/** A value without members, as it is written; a string without its quotes. */
interface JsonLeaf {
  /** Of the whole document. */
  readonly pointer: string;
  readonly text: string;
}

/** A member of the top level, or the whole document where that is one value. */
interface JsonMember {
  /** Null for the elements of a list and for a single value. */
  readonly key: string | null;
  readonly leaves: readonly JsonLeaf[];
}

interface Frame {
  readonly isList: boolean;
  /** Key or index of the member that is being read. */
  token: string;
  count: number;
  awaitsKey: boolean;
}

/**
 * Reads the leaves of a JSON text in their order in the text: parsed objects put keys that are
 * numbers first, and numbers lose their digits. Only for texts that parse. Linear, without recursion.
 */
export function readJsonLeaves(text: string): readonly JsonMember[] {
  const members: { key: string | null; leaves: JsonLeaf[] }[] = [];
  const open: Frame[] = [];
  const begin = (): void => {
    const frame = open.at(-1);
    if (frame === undefined) {
      members.push({ key: null, leaves: [] });
      return;
    }
    frame.count += 1;
    if (frame.isList) frame.token = String(frame.count - 1);
    if (open.length === 1) members.push({ key: frame.isList ? null : frame.token, leaves: [] });
  };
  const add = (value: string): void => {
    const pointer = formatPointer(open.map(({ token }) => token));
    members.at(-1)?.leaves.push({ pointer, text: value });
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (' \t\n\r,:'.includes(character)) {
      const frame = open.at(-1);
      if (character === ',' && frame !== undefined) frame.awaitsKey = !frame.isList;
      continue;
    }
    if (character === '}' || character === ']') {
      const closed = open.pop();
      // Nothing in it: the pair of brackets is the leaf. At the top level there is no member at all.
      if (closed?.count === 0 && open.length > 0) add(closed.isList ? '[]' : '{}');
      continue;
    }
    const frame = open.at(-1);
    const end = endOfToken(text, index);
    if (character === '"' && frame?.awaitsKey === true) {
      frame.token = stringOf(text.slice(index, end));
      frame.awaitsKey = false;
    } else if (character === '{' || character === '[') {
      if (open.length > 0) begin();
      open.push({ isList: character === '[', token: '', count: 0, awaitsKey: character === '{' });
    } else {
      begin();
      const token = text.slice(index, end);
      add(character === '"' ? stringOf(token) : token);
    }
    index = end - 1;
  }
  return members;
}

/** Index behind a bracket, a string or a number; of texts that parse. */
function endOfToken(text: string, start: number): number {
  let index = start + 1;
  if (text[start] === '"') {
    while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
    return index + 1;
  }
  if (text[start] === '{' || text[start] === '[') return index;
  while (index < text.length && !',]} \t\n\r'.includes(text.charAt(index))) index += 1;
  return index;
}

/** Reads a string literal of a text that parses. */
function stringOf(token: string): string {
  return JSON.parse(token) as string;
}
