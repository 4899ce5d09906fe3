/** Kinds of characters by which Japanese text is cut. */
export type ScriptKind = 'han' | 'katakana' | 'hiragana' | 'latin' | 'other';

/** A longest stretch of one kind, with UTF-16 offsets. */
export interface ScriptRun {
  readonly kind: ScriptKind;
  readonly start: number;
  readonly end: number;
}

/** Cuts a text into runs of one script. Joiners (`-_.#&`) belong to a Latin run they stand inside. */
export function scriptRuns(text: string): readonly ScriptRun[] {
  const runs: ScriptRun[] = [];
  let start = 0;
  let kind: ScriptKind | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const next = kindAt(text, index, kind);
    if (next === kind) continue;
    if (kind !== null) runs.push({ kind, start, end: index });
    kind = next;
    start = index;
  }
  if (kind !== null) runs.push({ kind, start, end: text.length });
  return runs;
}

function kindAt(text: string, index: number, current: ScriptKind | null): ScriptKind {
  const code = text.charCodeAt(index);
  const kind = kindOf(code);
  if (kind !== 'other' || current !== 'latin' || !isJoiner(code)) return kind;
  return kindOf(text.charCodeAt(index + 1)) === 'latin' ? 'latin' : 'other';
}

/** By code unit: the supplementary planes hold rare Han and symbols, and count as Han's surrogates. */
function kindOf(code: number): ScriptKind {
  if (code >= 0x3041 && code <= 0x3096) return 'hiragana';
  if ((code >= 0x30a1 && code <= 0x30fa) || code === 0x30fc) return 'katakana';
  if (isHan(code)) return 'han';
  return isLatin(code) ? 'latin' : 'other';
}

function isHan(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    code === 0x3005 ||
    code === 0x3006
  );
}

function isLatin(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) ||
    (code >= 0x370 && code <= 0x52f) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** `-`, `_`, `.`, `#`, `&`, `'`, `/`. */
function isJoiner(code: number): boolean {
  return [0x2d, 0x5f, 0x2e, 0x23, 0x26, 0x27].includes(code);
}
