/** The look of a mark: a class of repair, or the status of a term. */
export type Tone = 'quiet' | 'good' | 'unsure' | 'bad' | 'outside';

/** A place in a text, `[start, end)` in UTF-16 units. An empty one is drawn as a caret. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly tone: Tone;
  /** Marks and list entries with the same key are highlighted together. */
  readonly key: string;
  /** Shown when the pointer rests on it. */
  readonly label: string;
}

/** A piece of the text, with the shortest of the marks that cover it. */
export interface Segment {
  readonly text: string;
  readonly mark: Mark | null;
}

/** Cuts a text at the borders of its marks. */
export function segmentsOf(text: string, marks: readonly Mark[]): readonly Segment[] {
  const inside = marks
    .map((mark) => ({ ...mark, start: within(mark.start, text), end: within(mark.end, text) }))
    .toSorted((left, right) => left.end - left.start - (right.end - right.start));
  const borders = new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...borders].toSorted((left, right) => left - right);
  return sorted.flatMap((from, index): readonly Segment[] => {
    const to = sorted[index + 1] ?? from;
    const carets = inside.filter(({ start, end }) => start === from && end === from);
    const mark = inside.find(({ start, end }) => start <= from && end >= to && end > start);
    return [
      ...carets.map((caret) => ({ text: '', mark: caret })),
      ...(to > from ? [{ text: text.slice(from, to), mark: mark ?? null }] : []),
    ];
  });
}

function within(offset: number, text: string): number {
  return Math.max(0, Math.min(offset, text.length));
}
