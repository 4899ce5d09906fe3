import { replaceMatches } from './candidates.ts';
import { note, type Repair, type RepairKind } from './types.ts';

/** Marks that a terminal, a diff or a listing adds to a text. They are part of no value. */
interface Decoration {
  readonly marks: RegExp;
  /** True when the text has such marks, and they can not be data. */
  readonly isIn: (text: string) => boolean;
  readonly kind: RepairKind;
}

const firstBracket = /[{[]/;
const listedLine = /^[ \t]{0,8}(?:\d{1,6}[ \t]{0,8}[|:│]?|[|│])[ \t]{1,40}$/;
const listedCloser = /^[ \t]{0,8}(?:\d{1,6}[ \t]{0,8}[|:│]?|[|│])[ \t]{1,40}[}\]]/m;

const decorations: readonly Decoration[] = [
  {
    // Escape sequences of a terminal.
    // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
    marks: /\u001b\[[\d;?]{0,20}[A-Za-z]/g,
    isIn: (text) => text.includes('\u001b['),
    kind: 'invisible-space',
  },
  {
    // A diff: removed lines go, and the marks of added lines.
    marks: /^(?:-.*(?:\n|$)|\+|@@.*(?:\n|$))/gm,
    isIn: (text) => text.includes('\n+') && /^(?:\+[ \t]*[}\]]|`{3}diff|@@ )/m.test(text),
    kind: 'stray-character',
  },
  {
    // Numbers of lines, and bars before lines.
    marks: /^[ \t]*(?:\d{1,6}[ \t]*[|:│]?|[|│])(?=[ \t]|$)/gm,
    isIn: (text) => listedLine.test(startOfFirstLine(text)) && listedCloser.test(text),
    kind: 'stray-character',
  },
];

/** Returns what is before the first bracket on its line. */
function startOfFirstLine(text: string): string {
  const bracket = text.search(firstBracket);
  return bracket < 0 ? '' : text.slice(text.lastIndexOf('\n', bracket) + 1, bracket);
}

/** A text without its decorations. */
export interface PlainText {
  readonly text: string;
  readonly repairs: readonly Repair[];
  /** Offset in the decorated text of an offset in the plain one. */
  readonly toOriginal: (index: number) => number;
}

/** Removes decorations. Each kind that was there is a repair at its first mark. */
export function removeDecorations(raw: string): PlainText {
  let plain: PlainText = { text: raw, repairs: [], toOriginal: (index) => index };
  for (const { marks, isIn, kind } of decorations) {
    const { text, repairs, toOriginal } = plain;
    if (!isIn(text)) continue;
    const replaced = replaceMatches(text, 0, marks, () => '');
    const found: Repair[] = [...repairs];
    note(found, kind, toOriginal(Math.max(0, text.search(marks))));
    plain = {
      text: replaced.text,
      repairs: found,
      toOriginal: (index) => toOriginal(replaced.toOriginal(index)),
    };
  }
  return plain;
}
