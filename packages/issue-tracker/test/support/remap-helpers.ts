import {
  type Anchor,
  createAnchor,
  createRemapper,
  type Remap,
  type TextRange,
} from '../../src/index.ts';

/** Returns the anchor of the first occurrence of `slice`. */
export function anchorAt(text: string, slice: string): Anchor {
  const start = text.indexOf(slice);
  return createAnchor(text, { start, end: start + slice.length });
}

/** Attempts without their steps, which are work and no answer. */
export function tried(remap: Remap): unknown[] {
  return remap.attempts.map(({ steps: _steps, ...attempt }) => attempt);
}

export const range = (start: number, end: number): TextRange => ({ start, end, unit: 'utf16' });

/** An attempt that found the place. */
export const hit = (strategy: string, confidence: number): object => ({
  strategy,
  result: 'hit',
  confidence,
});

export const lines: readonly string[] = [
  '春の海はおだやかに光っていた。',
  '夏の山には深い霧がかかった。',
  '秋の里に赤い実がなった。',
];
export const before: string = lines.join('\n');

/** Follows places; the text of each new place, after the word `ambiguous` where it is the first of several. */
export function follow(oldText: string, newText: string, places: readonly string[]): string[] {
  const remapper = createRemapper(oldText, newText);
  return places.map((place) => {
    const remap = remapper.remap(anchorAt(oldText, place));
    if (remap.status === 'lost') return remap.status;
    const first = remap.status === 'mapped' ? remap.range : remap.candidates[0]?.range;
    const text = newText.slice(first?.start, first?.end);
    return remap.status === 'mapped' ? text : `ambiguous: ${text}`;
  });
}
