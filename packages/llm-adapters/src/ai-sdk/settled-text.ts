/** Separates values in a text of which the last one counts, as RFC 7464 does. JSON itself never contains it. */
export const recordSeparator = '\u001e';

/** At most this part of a text waits: otherwise each delta would write, and its reader parse, the whole value again. */
const longestWait = 1 / 64;

/** A text that shows a value while it arrives. */
export interface SettledText {
  /** Takes the finished members. One object may grow in place. */
  grow(value: unknown): void;
  /**
   * Returns what has to be added to the text once `length` units of the answer have arrived; empty while little is new.
   */
  next(length: number): string;
  /** Returns what has to be added so that the text ends with this value. */
  finish(json: string): string;
}

/**
 * Creates a text that is the JSON of a growing value, without the brackets that may still be open. Where the value does
 * not continue the text, it begins again after a record separator.
 */
export function createSettledText(): SettledText {
  let grown: { readonly value: unknown } | null = null;
  let shown = '';
  let shownAt = 0;
  const add = (json: string): string => {
    const added = json.startsWith(shown) ? json.slice(shown.length) : `${recordSeparator}${json}`;
    shown = json;
    return added;
  };
  return {
    grow(value) {
      grown = { value };
    },
    next(length) {
      // A new answer begins.
      if (length < shownAt) shownAt = 0;
      if (grown === null || length - shownAt < length * longestWait) return '';
      const open = withoutClosers(JSON.stringify(grown.value));
      grown = null;
      shownAt = length;
      return add(open);
    },
    finish: add,
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
