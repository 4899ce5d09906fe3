import { attachmentUrl } from './attachment-url.ts';
import type { Attachment } from './source.ts';
import { labelKey } from './unseen-parts.ts';

/** Returns the address that a text defines for a label. */
export type Definitions = (label: string) => string | undefined;

/**
 * A backslash before a mark that is text: `\*`, `snake\_case`, `3\.`, `\- x`. One before another character stays: it is
 * part of a path or a formula, and so do two.
 */
const escaped = /(\\\\)|\\([*_`~[\]#$|<>]|(?<=\d\\)[.)]|(?<=^\s{0,9}\\)[-+])/u;
/** Code between two runs of as many backticks; a run without another is text. */
const code = /(?<ticks>`+)(?!`)([^\n]{1,2000}?)(?<!`)\k<ticks>(?!`)/u;
/** No line has control characters, so a number between two of them stands for code, or for another text that is no mark. */
const stand = { code: '\u0001', other: '\u0002' };
const stands = new RegExp(`[${stand.code}${stand.other}](\\d+).`, 'g');
const literal = new RegExp([escaped, code, /`+/u].map(({ source }) => source).join('|'), 'gu');

/**
 * A label has no brackets; an address no spaces and at most one pair of round brackets. Behind it a title, or a size.
 * Neither has code in it.
 */
const target =
  String.raw`\(\s{0,9}(?:<([^<>CODE]{0,2000})>|((?:[^()<\sCODE]|\([^()\sCODE]{0,500}\))(?:[^()\sCODE]|\([^()\sCODE]{0,500}\)){0,2000}))(?:\s{1,9}(?:"[^"CODE]{0,500}"|'[^'CODE]{0,500}'|\([^()CODE]{0,500}\)|=\d{0,5}%?x\d{0,5}%?))?\s{0,9}\)`.replaceAll(
    'CODE',
    stand.code,
  );
const image = new RegExp(String.raw`!\[([^[\]]{0,500})\]${target}`, 'gu');
const link = new RegExp(String.raw`\[([^[\]]{0,500})\]${target}`, 'gu');
/** `[words][label]`, `[label][]` and `[label]`, with `!` of an image. */
const reference = /(!?)\[([^[\]]{1,500})\](?:\[([^[\]]{0,500})\])?/gu;

/**
 * Bold text: the marks touch its words, and no ASCII letter or digit touches them from outside, so
 * `2**3**4` and `**kwargs` stay.
 */
const bold =
  /(?<![A-Za-z0-9*])(?<stars>\*{2,3})(?![\s*])([^*\n]{1,2000})(?<!\s)\k<stars>(?![A-Za-z0-9*])/u;

/**
 * Emphasis: as bold text, but no letter of any script touches the marks from outside, and no punctuation follows
 * the first one, so `単価*数量*係数` and `*.txt` stay.
 */
const emphasis = /(?<![\p{L}\p{N}*])\*(?![\s*\p{P}])([^*\n]{1,2000})(?<!\s)\*(?![\p{L}\p{N}*])/u;
/** The same with lines, which are letters within a word and a name: `snake_case`, `__init__.py`, `__len__()`. */
const underlined =
  /(?<![\p{L}\p{N}_])(?<lines>_{1,3})(?![\s_])((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])){1,2000})(?<!\s)\k<lines>(?![\p{L}\p{N}_(]|\.[\p{L}\p{N}])/u;
const deleted = /(?<!~)~~(?![\s~])([^~\n]{1,2000})(?<!\s)~~(?!~)/u;
const marks = new RegExp(
  [bold, emphasis, underlined, deleted].map(({ source }) => source).join('|'),
  'gu',
);

/** Marks are at most four deep: each has none of its kind within it. */
function withoutMarks(text: string): string {
  if (!/[*_~]/.test(text)) return text;
  type Group = string | undefined;
  const inner = (
    _all: string,
    _stars: Group,
    a: Group,
    b: Group,
    _lines: Group,
    c: Group,
    d: Group,
  ) => withoutMarks(a ?? b ?? c ?? d ?? '');
  return text.replaceAll(marks, inner);
}

/**
 * The text with images and links as their words, their addresses as attachments, and bold, emphasised and deleted
 * text and code without their marks. Nothing in code is a mark. Linear.
 */
export function takeInlineMarks(
  text: string,
  definitions: Definitions = () => undefined,
): {
  readonly text: string;
  readonly attachments: readonly Attachment[];
} {
  if (!/[*_`~\\[]/.test(text)) return { text, attachments: [] };
  // Between other bars an escaped bar is part of a cell.
  const bar = /(?<!\\)\|/.test(text) ? String.raw`\|` : '|';
  const held: string[] = [];
  const hold = (all: string, _two?: string, mark?: string, _ticks?: string, inCode?: string) => {
    const sign = mark === '|' ? bar : mark;
    held.push(inCode === undefined ? (sign ?? all) : withoutPadding(inCode));
    const side = inCode === undefined ? stand.other : stand.code;
    return side + String(held.length - 1) + side;
  };
  const unmarked = text.replaceAll(literal, hold);
  const released = (part: string): string =>
    part.replaceAll(stands, (_all, at: string) => held[Number(at)] ?? '');
  const attachments: Attachment[] = [];
  const take =
    (kind: Attachment['kind']) =>
    (_all: string, label: string, inAngles?: string, bare = ''): string => {
      const url = attachmentUrl(released(inAngles ?? bare));
      if (url !== null) attachments.push({ kind, label: released(withoutMarks(label)), url });
      return label;
    };
  const refer = (all: string, isImage: string, words: string, label = ''): string => {
    const address = definitions(labelKey(released(label || words)));
    if (address === undefined) return all;
    return take(isImage === '' ? 'link' : 'image')(all, words, address);
  };
  // Images first: a link may have one as its words.
  const shown = unmarked
    .replaceAll(image, take('image'))
    .replaceAll(reference, (all: string, ...rest: [string, string, string?]) =>
      all.startsWith('!') ? refer(all, ...rest) : all,
    )
    .replaceAll(link, take('link'))
    .replaceAll(reference, refer);
  return { text: released(withoutMarks(shown)).trim(), attachments };
}

/** A space at both ends keeps a backtick apart from the marks. */
function withoutPadding(inCode: string): string {
  return /^ .* $/.test(inCode) && inCode.trim() !== '' ? inCode.slice(1, -1) : inCode;
}
