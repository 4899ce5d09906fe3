import type { JSX } from 'preact';

/** A marked passage of a text. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  /** The number that is shown behind the passage. */
  readonly number: number;
  /** The style of the passage. */
  readonly tone: string;
  /** Read out with the number. */
  readonly label: string;
}

/** A text, its marks, and the number of the chosen one. */
export interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly TextMark[];
  readonly active: number | null;
  readonly onPick: (number: number) => void;
}

/** A text with marked passages. Passages may overlap: a line below each shows how many there are. */
export function MarkedText({ text, marks, active, onPick }: MarkedTextProps): JSX.Element {
  const inside = marks.filter(({ start, end }) => start < end && end <= text.length);
  const edges = new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]);
  const points = [...edges].toSorted((one, other) => one - other);
  return (
    <>
      {points.slice(0, -1).map((from, index) => {
        const to = points[index + 1] ?? text.length;
        const over = inside.filter(({ start, end }) => start <= from && to <= end);
        const [worst] = over.toSorted((one, other) => rank(one) - rank(other));
        const part = text.slice(from, to);
        const isActive = over.some(({ number }) => number === active);
        return (
          <span key={from}>
            {worst === undefined ? (
              part
            ) : (
              <mark
                class={`finding ${worst.tone} depth-${Math.min(over.length, mostDepth)}${isActive ? ' active' : ''}`}
              >
                {part}
              </mark>
            )}
            {inside
              .filter(({ end }) => end === to)
              .map(({ number, tone, label }) => (
                <button
                  key={number}
                  type="button"
                  data-number={number}
                  class={`finding-number ${tone}`}
                  aria-label={label}
                  aria-pressed={number === active}
                  onClick={() => onPick(number)}
                >
                  {number}
                </button>
              ))}
          </span>
        );
      })}
    </>
  );
}

/** Overlaps that differ by their style. */
const mostDepth = 3;

const tones = ['must', 'critical', 'high', 'should', 'medium', 'low', 'ignored'];

function rank({ tone }: TextMark): number {
  const index = tones.indexOf(tone);
  return index === -1 ? tones.length : index;
}
