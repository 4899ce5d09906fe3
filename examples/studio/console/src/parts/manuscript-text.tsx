import type { JSX } from 'preact';
import { MarkedText, type MarkedTextProps } from './marked-text.tsx';

/** A text by sections, each paragraph with its marks. A short line without a full stop is a heading. */
export function ManuscriptText({ text, marks, active, onPick }: MarkedTextProps): JSX.Element {
  return (
    <div class="manuscript-text">
      {paragraphsOf(text).map(({ start, line, isHeading }) => {
        const end = start + line.length;
        const inside = marks
          .filter((mark) => mark.start < end && mark.end > start)
          .map((mark) => ({
            ...mark,
            start: Math.max(0, mark.start - start),
            end: Math.min(line.length, mark.end - start),
          }));
        const content = <MarkedText text={line} marks={inside} active={active} onPick={onPick} />;
        return isHeading ? <h3 key={start}>{content}</h3> : <p key={start}>{content}</p>;
      })}
    </div>
  );
}

interface Paragraph {
  readonly start: number;
  readonly line: string;
  readonly isHeading: boolean;
}

/** Characters of a heading. */
const longestHeading = 60;

function paragraphsOf(text: string): readonly Paragraph[] {
  return Array.from(text.matchAll(/[^\n]+/gu), ({ 0: line, index }) => ({
    start: index,
    line,
    isHeading: line.length <= longestHeading && !/[。！？.!?]\s*$/u.test(line),
  }));
}
