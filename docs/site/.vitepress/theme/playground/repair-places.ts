import type { Repair } from '@kanmon/core/json';

/** The text that a repair is about, matched at its offset. All other kinds mark one character. */
const extents: Readonly<Record<string, RegExp>> = {
  'assignment-removed': /(?:(?:const|let|var)\s+)?[\p{L}\p{N}_$.]+\s*=/uy,
  'backtick-string': /`[^`]*`/y,
  'candidate-dropped': /.+/y,
  'candidate-doubtful': /[{[]/y,
  'comment-removed': /\/\*[\s\S]*?\*\/|(?:\/\/|#).*|<!--[\s\S]*?-->/y,
  'curly-quotes': /[“”„‟][^“”„‟]*[“”„‟]?/y,
  'duplicate-key': /(["'])(?:(?!\1).)*\1|[^\s:：]+/y,
  'ellipsis-dropped': /\.{2,}|…+/y,
  'fence-removed': /(?:`{3,}|~{3,}).*/y,
  'full-width-number': /[－＋．０-９ｅＥ]+/y,
  'invalid-escape': /\\./y,
  'kagi-quotes': /「[^」]*」?|『[^』]*』?/y,
  'language-literal': /[\p{L}_]+/uy,
  'number-form': /[^\s,\]}]+/y,
  'single-quotes': /'(?:\\.|[^'\\])*'/y,
  'string-decoded': /"(?:\\.|[^"\\])*"/y,
  'triple-quotes': /("""|''')[\s\S]*?\1/y,
  'unquoted-key': /[^\s:：=]+/y,
  'unquoted-value': /[^,，\]}\n]+/y,
  'wrapper-removed': /<[^>]*>/y,
};

const oneCharacter = /./suy;

/** Repairs that added something: there is no text to mark. */
const added = /^(?:missing-|bracket-missing$|truncated$)/;
/** Repairs that removed a region outside the value. */
const removedRegions: ReadonlySet<string> = new Set(['prose-removed', 'reasoning-removed']);

/** Returns the place of each repair in the text, `[start, end)` in UTF-16 units. A repair itself has an offset only. */
export function repairPlaces(
  text: string,
  span: readonly [number, number],
  repairs: readonly Repair[],
): readonly (readonly [number, number])[] {
  const starts = repairs.map(({ at }) => at).toSorted((left, right) => left - right);
  return repairs.map(({ kind, at }) => {
    if (added.test(kind)) return [at, at];
    if (removedRegions.has(kind)) return [at, regionEnd(at, starts, span, text)];
    const extent = extents[kind] ?? oneCharacter;
    extent.lastIndex = at;
    return [at, at + (extent.exec(text)?.[0].length ?? 1)];
  });
}

/** A removed region ends at the next repair, at the value, or at the end of the text. */
function regionEnd(
  at: number,
  starts: readonly number[],
  [start, end]: readonly [number, number],
  text: string,
): number {
  const next = starts.find((offset) => offset > at) ?? text.length;
  return Math.min(next, at < start ? start : text.length, at >= end ? text.length : next);
}
