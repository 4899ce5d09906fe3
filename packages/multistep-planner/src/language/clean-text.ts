import { firstCodePoints } from '../wire/code-points.ts';
import type { Reason } from '../wire/reason.ts';

/** A message as it is planned on; the original stays untouched in the journal. */
export interface CleanText {
  /** NFKC, one space between words; line ends are kept as one newline each. */
  readonly text: string;
  readonly reasons: readonly Reason[];
}

/** Bidi controls and other invisible marks: they change what a reader sees, not what is meant. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\u00ad]/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffd]|\p{Surrogate}/gu;

/**
 * Takes out of a text what no search may receive: control characters, bidi controls, lone
 * surrogates. Cut to `maximum` code points. Linear.
 */
export function cleanText(message: string, maximum: number): CleanText {
  const reasons: Reason[] = [];
  const cut = firstCodePoints(message, maximum);
  if (cut !== message) reasons.push({ code: 'message-truncated', params: { maximum } });
  const unbroken = cut.replaceAll(/\r\n?|\u2028|\u2029|\u0085/gu, '\n');
  const plain = withoutControls(unbroken);
  if (plain !== unbroken) reasons.push({ code: 'characters-dropped' });
  const text = plain
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  return { text, reasons };
}

/** Invisible marks drop out; control characters but line feeds, and lone surrogates, become a space. */
export function withoutControls(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(control, ' ');
}
