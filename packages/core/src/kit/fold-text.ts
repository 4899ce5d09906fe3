/** A text as a reader sees it, spelt in one way, and where its characters come from. */
export interface FoldedText {
  readonly text: string;
  /** Returns the range of the original text that the folded range `[from, to)` stands for. */
  originalRange(from: number, to: number): readonly [number, number];
}

const ascii = /^[\0-\u007f]*$/;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const digit = /\p{Nd}/u;
/** Minus signs and strokes that are written for a hyphen, besides the dashes of Unicode. */
const dashes = /[\p{Pd}\u02d7\u2043\u207b\u2212\u23af\u2500\u2501]/gu;
/** The long vowel mark is typed as a hyphen between digits. */
const longVowel = '\u30fc';

/**
 * Folds a text for matching: NFKC (full-width to ASCII), every dash to `-`, every space to a plain one,
 * digits of every script to 0 to 9; characters without a shape are left out. Returns null for a text
 * that is ASCII already. Linear.
 */
export function foldText(text: string): FoldedText | null {
  if (ascii.test(text)) return null;
  const known = new Map<string, string>();
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let index = 0;
  let previous = '';
  for (const character of text) {
    let folded = known.get(character);
    if (folded === undefined) {
      folded = foldCharacter(character);
      known.set(character, folded);
    }
    if (folded === longVowel && /\d$/.test(previous)) folded = '-';
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(index);
      ends.push(index + character.length);
    }
    pieces.push(folded);
    if (folded !== '') previous = folded;
    index += character.length;
  }
  return {
    text: pieces.join(''),
    originalRange: (from, to) => [starts[from] ?? text.length, ends[to - 1] ?? text.length],
  };
}

function foldCharacter(character: string): string {
  if (invisible.test(character)) return '';
  if (digit.test(character)) return String(digitValue(character));
  return character
    .normalize('NFKC')
    .replaceAll(dashes, '-')
    .replaceAll(/\p{Zs}/gu, ' ');
}

/** Digits of a script are ten code points in a row; several rows may follow each other. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
