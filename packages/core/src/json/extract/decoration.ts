import { parseExactly } from '../parse-json.ts';
import { decodeEscape } from './escapes.ts';
import { findLast, part } from './text.ts';
import { note, type Repair, type RepairKind } from './types.ts';

/** Marks that a terminal or a diff adds to a text, or escapes in which all of the text is written. */
interface Decoration {
  /** @default stray-character */
  readonly kind?: RepairKind;
  /** Every text with the marks has it. Looking for it costs less than the sign. */
  readonly hint?: string;
  /** A place that shows that the text has such marks, and that they can not be data. */
  readonly sign: RegExp;
  readonly marks: RegExp;
  /** The place of the repair. @default marks */
  readonly place?: RegExp;
  /** Returns what takes the place of a mark. @default nothing */
  readonly decode?: (written: string) => string;
}

const entityTexts: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** The end of a fence within a value, one line about its parts, and the start of the next fence. */
const partsOfValue = RegExp(
  String.raw`\n\x60{3,}(?<=[,{[]\s{0,20}\x60{3,})\s{0,20}\n.{0,40}(?:${part.source}).{0,40}\n\s{0,20}\x60{3,}\w*`,
  'gi',
);
const bracket = /[{[]/;
/** All up to the first bracket that has quotes or escapes after it, which are the only ones of the text, but for `{"a", "b"}`. */
const lead = String.raw`^(?![^]*(?:\{\s{0,20}["'](?![^"'\n]{0,60}["']\s{0,8}[,}])|\[\s{0,20}["']))[^{[]*(?:[{[](?:[^"'&\\{}[\]]{0,60}|[^:&\\{}[\]]{0,80})[}\]][^{[]*)*[{[]`;
const escapes: Decoration = {
  // JSON in the escapes of a string.
  kind: 'string-decoded',
  hint: '\\"',
  sign: RegExp(String.raw`${lead}(?:[{[\s]|\\[nrt]){0,64}\\{1,8}"`),
  marks: /\\(?:u[\da-f]{4}|[^])/gi,
  place: bracket,
  decode: decodeEscape,
};

/** Marks before the start of a line. */
const early: readonly Decoration[] = [
  { kind: 'bom-removed', hint: '\ufeff', sign: /^\ufeff/, marks: /^\ufeff/ },
  {
    // Escape sequences of a terminal, also without the escape character.
    kind: 'invisible-space',
    hint: '[',
    // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
    sign: /\u001b\[|\[0m/,
    // oxlint-disable-next-line no-control-regex -- as above
    marks: /\u001b\[[\d;?]{0,20}[A-Za-z]|\[\d[\d;]{0,9}m/g,
  },
];

const decorations: readonly Decoration[] = [
  {
    // A diff: removed lines go, and the marks of added lines.
    hint: '\n+',
    sign: /^(?:\+[ \t]*[}\]]|`{3}diff|@@ )/m,
    marks: /^(?:-.*(?:\n|$)|\+|@@.*(?:\n|$))/gm,
  },
  {
    // A value that goes on in the next fence, below one line about its parts.
    hint: '\n`',
    sign: partsOfValue,
    marks: partsOfValue,
  },
  {
    // A template, in which all braces are doubled.
    hint: '{{',
    sign: /^[^{}]*\{\{\s{0,20}["'](?:[^{}]|\{\{|\}\})*$/,
    marks: /\{\{|\}\}/g,
    decode: (written) => written.charAt(0),
  },
  {
    // A field of a CSV file, in which all quotes are doubled.
    hint: '""',
    sign: /^[^{[]*[[{][[{\s]{0,20}""[^"\s:][^"\n]{0,59}""\s{0,8}:(?:[^"]|"")*(?:$|(?<=[}\]])")/,
    marks: /""|''/g,
    decode: () => '"',
  },
  {
    // The mark of the yen, which Japanese fonts show for a backslash.
    hint: '¥"',
    sign: /[^\s"]¥"[^\s,:}\]]/,
    marks: /¥(?=["¥nt/])/g,
    decode: () => '\\',
  },
  {
    kind: 'html-entities',
    hint: '&',
    sign: RegExp(
      String.raw`${lead}(?:[{[\s]|&nbsp;|<br ?\/?>){0,64}&(?:quot|apos|#34|#39|#x22|#x27);`,
      'i',
    ),
    marks: /&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,6}|#x[\da-f]{1,5});/gi,
    place: bracket,
    decode: (written) => {
      const name = written.slice(1, -1).toLowerCase();
      if (!name.startsWith('#')) return entityTexts[name] ?? written;
      return String.fromCodePoint(Number(name.replace('#x', '0x').replace('#', '')));
    },
  },
];

/** The first bracket at the end of a line, or before a key. */
const firstBracket = /[{[](?:[ \t\r]*\n|\s{0,20}")/;
/** The start of a line in a listing, a log or a Markdown quote. */
const numberedStart = /^(?=\s*\S)[^"{]{0,80}\d[^"{]{0,80}$|^>[\s*•-]*$/;
/** The start of a line that may hold all of a value: in a log, or a quote. */
const oneLine = /\d:\d\d|^>/;

/** Returns the start of the first line with a bracket where the next lines may begin alike, in a log or a listing. */
function lineStartIn(raw: string): string | undefined {
  const found = firstBracket.exec(raw);
  if (!found) return undefined;
  const written = raw.slice(raw.lastIndexOf('\n', found.index) + 1, found.index).trimStart();
  const start = sharedStart(written, raw.slice(raw.indexOf('\n', found.index) + 1).trimStart());
  const mayBeLog = found[0].includes('\n') || oneLine.test(start);
  return mayBeLog && numberedStart.test(start) ? start : undefined;
}

const wordsOf = (text: string): readonly string[] => text.split(/(?<=\s)(?=\S)/);
const shapeOf = (word: string): string => word.replaceAll(/\d+/g, '0').trim();

/** Returns the words with which the next line begins, too, but for digits; the whole start without any. */
function sharedStart(start: string, next: string): string {
  const shapes = wordsOf(next.slice(0, 2 * start.length)).map(shapeOf);
  const words = wordsOf(start);
  const end = words.findIndex((word, at) => shapeOf(word) !== shapes[at]);
  return end < 0 ? start : words.slice(0, end).join('') || start;
}

/** Returns the decoration of lines that begin alike, but for their numbers. */
function linesLike(text: string): Decoration | undefined {
  const start = lineStartIn(text);
  if (start === undefined) return undefined;
  const pattern = `^ *${start.replace(/[^\w\s]/g, '\\$&').replace(/\d+/g, '\\d+')}`;
  const sign = RegExp(`${pattern}.*\n${pattern}`, 'm');
  return { sign, marks: RegExp(pattern, 'gm') };
}

/** A text without its decorations. */
export interface PlainText {
  readonly text: string;
  readonly repairs: readonly Repair[];
  /** Offset in the decorated text of an offset in the plain one. */
  readonly toOriginal: (index: number) => number;
}

/**
 * Removes decorations, and with `unwrap` the escapes of a string. Each kind that was there is a repair at its first
 * mark.
 */
export function removeDecorations(raw: string, unwrap: boolean): PlainText {
  let plain: PlainText = { text: raw, repairs: [], toOriginal: (index) => index };
  for (const next of [...early, linesLike, ...decorations, ...(unwrap ? [escapes] : [])]) {
    const { text } = plain;
    const decoration = typeof next === 'function' ? next(text) : next;
    if (decoration === undefined) continue;
    const { hint = '', sign } = decoration;
    const isDecorated = text.includes(hint) && text.search(sign) >= 0;
    if (isDecorated && (text.startsWith(hint) || !holdsDocument(text)))
      plain = removeDecoration(plain, decoration);
  }
  return plain;
}

/** True when the text has a document that needs no repair: what looks like decoration is in its strings. */
function holdsDocument(text: string): boolean {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  return parseExactly(text.slice(text.search(bracket), end)) !== undefined;
}

function removeDecoration(
  plain: PlainText,
  { kind = 'stray-character', marks, place: first = marks, decode }: Decoration,
): PlainText {
  const { toOriginal } = plain;
  const repairs: Repair[] = [...plain.repairs];
  note(repairs, kind, toOriginal(Math.max(0, plain.text.search(first))));
  /** Offsets in both texts after each mark. */
  const decorated = [0];
  const offsets = [0];
  let shift = 0;
  const text = plain.text.replace(marks, (written: string, at: number) => {
    const decoded = decode?.(written) ?? '';
    shift += written.length - decoded.length;
    decorated.push(at + written.length);
    offsets.push(at + written.length - shift);
    return decoded;
  });
  return {
    text,
    repairs,
    toOriginal: (index) => {
      const place = findLast(offsets, index);
      return toOriginal((decorated[place] ?? 0) + index - (offsets[place] ?? 0));
    },
  };
}
