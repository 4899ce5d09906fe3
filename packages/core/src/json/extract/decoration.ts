import { replaceMatches } from './candidates.ts';
import { note, type Repair, type RepairKind } from './types.ts';

/** Marks that a terminal, a diff or a listing adds to a text. They are part of no value. */
interface Decoration {
  readonly marks: RegExp;
  /** What shows that the marks are no data; undefined where they can not be. */
  readonly evidence?: readonly RegExp[];
  readonly kind: RepairKind;
}

const decorations: readonly Decoration[] = [
  // Escape sequences of a terminal.
  // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
  { marks: /\u001b\[[\d;?]{0,20}[A-Za-z]/g, kind: 'invisible-space' },
  // A diff: removed lines go, the marks of added and of unchanged lines go.
  {
    marks: /^(?:-.*(?:\n|$)|\+|@@.*(?:\n|$))/gm,
    evidence: [/^\+[ \t]*[}\]]/m],
    kind: 'stray-character',
  },
  // Numbers of lines, bars before lines.
  {
    marks: /^[ \t]*(?:\d{1,6}[ \t]*[|:│]?|[|│])(?=[ \t]|$)/gm,
    evidence: [
      /^[ \t]*(?:\d{1,6}[ \t]*[|:│]?|[|│])[ \t]+[{[]/m,
      /^[ \t]*(?:\d{1,6}[ \t]*[|:│]?|[|│])[ \t]+[}\]]/m,
    ],
    kind: 'stray-character',
  },
];

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
  for (const { marks, evidence = [], kind } of decorations) {
    const { text, repairs, toOriginal } = plain;
    const first = text.search(marks);
    if (first < 0 || !evidence.every((pattern) => pattern.test(text))) continue;
    const replaced = replaceMatches(text, 0, marks, () => '');
    const found: Repair[] = [...repairs];
    note(found, kind, toOriginal(first));
    plain = {
      text: replaced.text,
      repairs: found,
      toOriginal: (index) => toOriginal(replaced.toOriginal(index)),
    };
  }
  return plain;
}
