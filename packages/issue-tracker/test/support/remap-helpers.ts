import { type Anchor, createAnchor, type Remap, type TextRange } from '../../src/index.ts';

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
