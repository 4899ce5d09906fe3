import type { JsonSchema, JsonValue } from '@kanmon/core';
import { withoutOptionalNulls } from '@kanmon/core/kit';
import { declaredPart } from '../hosts/declared-part.ts';
import { createWrittenOrder } from './written-order.ts';

/** Separates values in a text of which the last one counts, as RFC 7464 does. JSON itself never contains it. */
export const recordSeparator = '\u001e';

/** At most this part of a text waits: otherwise each delta would write, and its reader parse, the whole value again. */
const longestWait = 1 / 64;

/** A text that shows a value while it arrives. */
export interface SettledText {
  /** Begins a new answer. */
  begin(): void;
  /** Takes the finished members. One object may grow in place. */
  grow(value: unknown): void;
  /** Takes the next part of the answer. Returns what has to be added to the text; empty while little is new. */
  next(delta: string): string;
  /** Returns what has to be added so that the text ends with this value. */
  finish(json: string): string;
}

/**
 * Creates a text that is the JSON of a growing value, without the brackets that may still be open. Members are in the
 * order of the answer, with those that are null as the schema allows. Where the value does not continue the text, it begins again after a record separator.
 */
export function createSettledText(schema: JsonSchema | undefined): SettledText {
  let grown: { readonly value: JsonValue } | null = null;
  let order = createWrittenOrder();
  let unread: string[] = [];
  let length = 0;
  let shown = '';
  let shownAt = 0;
  const add = (json: string): string => {
    const added = json.startsWith(shown) ? json.slice(shown.length) : `${recordSeparator}${json}`;
    shown = json;
    return added;
  };
  const read = (): void => {
    order.feed(unread.join(''));
    unread = [];
  };
  const withNulls = (value: JsonValue): JsonValue => {
    const { value: filled } = withoutOptionalNulls(order.withNulls(value), schema);
    return schema === undefined ? filled : declaredPart(filled, schema);
  };
  return {
    begin() {
      order = createWrittenOrder();
      grown = null;
      unread = [];
      length = 0;
      shownAt = 0;
    },
    grow(value) {
      // The reader shows members of a JSON text.
      grown = { value: value as JsonValue };
    },
    next(delta) {
      unread.push(delta);
      length += delta.length;
      if (grown === null || length - shownAt < length * longestWait) return '';
      read();
      const open = withoutClosers(order.stringify(withNulls(grown.value)));
      grown = null;
      shownAt = length;
      return add(open);
    },
    finish(json) {
      read();
      // The JSON of a value that passed.
      return add(order.stringify(JSON.parse(json) as JsonValue));
    },
  };
}

/** Returns JSON without the brackets at its end. */
function withoutClosers(json: string): string {
  let end = json.length;
  while (end > 0 && ']}'.includes(json.charAt(end - 1))) end -= 1;
  return json.slice(0, end);
}

/** Returns the value that counts in a text. */
export function lastRecord(text: string): string {
  return text.slice(text.lastIndexOf(recordSeparator) + 1);
}
