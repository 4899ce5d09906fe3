import { type JSX, type RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Rows above and below the screen that are rendered too. */
const margin = 8;

/** The rows of a long list that are on the screen. */
export interface Visible {
  readonly first: number;
  readonly last: number;
}

/** Returns which rows of a scrolling element are on the screen. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement>,
  count: number,
  rowHeight: number,
): Visible {
  const [place, setPlace] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const read = (): void => setPlace({ top: element.scrollTop, height: element.clientHeight });
    read();
    element.addEventListener('scroll', read, { passive: true });
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', read);
      sizes.disconnect();
    };
  }, [scroller, count === 0]);
  const first = Math.max(0, Math.min(count - 1, Math.floor(place.top / rowHeight)) - margin);
  const last = Math.min(count, Math.ceil((place.top + place.height) / rowHeight) + margin);
  return { first, last };
}

/** The room of rows that are not rendered. */
export function Spacer({
  rows,
  rowHeight,
  columns,
}: {
  readonly rows: number;
  readonly rowHeight: number;
  readonly columns: number;
}): JSX.Element | null {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );
}

/** Scrolls so that a row is on the screen. */
export function showRow(
  element: HTMLElement | null,
  row: number,
  rowHeight: number,
  head: number,
): void {
  if (element === null) return;
  const top = row * rowHeight;
  if (top < element.scrollTop) element.scrollTo({ top });
  else if (top + rowHeight + head > element.scrollTop + element.clientHeight)
    element.scrollTo({ top: top + rowHeight + head - element.clientHeight });
}
