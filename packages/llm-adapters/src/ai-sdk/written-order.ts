import type { JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject, setOwn } from '@kanmon/core/kit';

/** A node of a JSON text: the members of an object in their order, elements, null, or undefined for another scalar. */
type Written = Map<string, Written> | Written[] | null | undefined;

/** The order of the members in a JSON text that arrives in pieces. */
export interface WrittenOrder {
  /** Takes the next part of the text. A string that is still open is read again at the next call. */
  feed(part: string): void;
  /** Returns a value with the members that are null in the text, which a partial reader does not show. */
  withNulls(value: JsonValue): JsonValue;
  /** Returns JSON with the members in the order of the text, those that it does not have last. */
  stringify(value: JsonValue): string;
}

/** A bracket, a string with its closing quote if it has arrived, or another scalar. */
const jsonToken = /[{}[\]]|"[^"\\]*(?:\\[^][^"\\]*)*("?)|[^\s"{}[\],:]+/g;
const openBracket = /[{[]/;

/**
 * Reads the order of members from the last JSON value of a text. Objects of JavaScript lose it: keys such as "2026" come
 * first. Never fails: the order of a text that is not JSON is a guess, and `stringify` adds the members it lacks.
 */
export function createWrittenOrder(): WrittenOrder {
  let root: Written;
  let rest = '';
  let key: string | undefined;
  const open: (Map<string, Written> | Written[])[] = [];

  const add = (node: Written): void => {
    const around = open.at(-1);
    if (around === undefined) root = node;
    else if (Array.isArray(around)) around.push(node);
    else if (key !== undefined) around.set(key, node);
    key = undefined;
  };
  const take = (token: string): void => {
    if (token === '{' || token === '[') {
      const node = token === '{' ? new Map<string, Written>() : [];
      add(node);
      open.push(node);
    } else if (token === '}' || token === ']') {
      open.pop();
      key = undefined;
    } else if (key === undefined && open.at(-1) instanceof Map) key = keyOf(token);
    else add(token === 'null' ? null : undefined);
  };

  return {
    feed(part) {
      const text = rest + part;
      rest = '';
      let at = 0;
      for (;;) {
        // Quotes of prose around the value open no string.
        if (open.length === 0) at += Math.max(0, text.slice(at).search(openBracket));
        if (open.length === 0 && !openBracket.test(text.charAt(at))) return;
        jsonToken.lastIndex = at;
        const found = jsonToken.exec(text);
        if (found === null) return;
        const [token, quote] = found;
        at = jsonToken.lastIndex;
        const isOpen = token.startsWith('"')
          ? quote === ''
          : at === text.length && !'{}[]'.includes(token);
        if (isOpen) {
          rest = text.slice(found.index);
          return;
        }
        take(token);
      }
    },
    withNulls: (value) => fill(value, root),
    stringify: (value) => write(value, root),
  };
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

function fill(value: JsonValue, written: Written): JsonValue {
  if (isJsonArray(value)) return value.map((each, index) => fill(each, elementOf(written, index)));
  if (!isJsonObject(value)) return value;
  const filled: Record<string, JsonValue> = {};
  for (const name of namesIn(value, written)) {
    const node = memberOf(written, name);
    const member = Object.hasOwn(value, name) ? value[name] : node === null ? null : undefined;
    if (member !== undefined) setOwn(filled, name, fill(member, node));
  }
  return filled;
}

function write(value: JsonValue, written: Written): string {
  if (isJsonArray(value)) {
    return `[${value.map((each, index) => write(each, elementOf(written, index))).join(',')}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const name of namesIn(value, written)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) continue;
    members.push(`${JSON.stringify(name)}:${write(member, memberOf(written, name))}`);
  }
  return `{${members.join(',')}}`;
}

function namesIn(value: object, written: Written): ReadonlySet<string> {
  return new Set([...(written instanceof Map ? written.keys() : []), ...Object.keys(value)]);
}

function memberOf(written: Written, name: string): Written {
  return written instanceof Map ? written.get(name) : undefined;
}

function elementOf(written: Written, index: number): Written {
  return Array.isArray(written) ? written[index] : undefined;
}
