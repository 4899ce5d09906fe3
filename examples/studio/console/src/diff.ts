/** A run of characters that two texts share, or that one of them has alone. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A table of this many cells takes some milliseconds. */
const mostCells = 400_000;

/** Returns the smallest difference of two texts, character by character. */
export function diffTexts(before: string, after: string): readonly DiffPart[] {
  const one = Array.from(before);
  const other = Array.from(after);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const parts: DiffPart[] = [];
  const push = (kind: DiffPart['kind'], text: string): void => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  push('same', one.slice(0, start).join(''));
  const removed = one.slice(start, one.length - end);
  const added = other.slice(start, other.length - end);
  if (removed.length * added.length > mostCells) {
    push('removed', removed.join(''));
    push('added', added.join(''));
  } else {
    for (const { kind, text } of walk(removed, added)) push(kind, text);
  }
  push('same', one.slice(one.length - end).join(''));
  return parts;
}

/** Walks the table of longest common subsequences. */
function* walk(one: readonly string[], other: readonly string[]): Generator<DiffPart> {
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < one.length || column < other.length) {
    if (row < one.length && column < other.length && one[row] === other[column]) {
      yield { kind: 'same', text: one[row] ?? '' };
      row += 1;
      column += 1;
    } else if (
      column >= other.length ||
      (row < one.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      yield { kind: 'removed', text: one[row] ?? '' };
      row += 1;
    } else {
      yield { kind: 'added', text: other[column] ?? '' };
      column += 1;
    }
  }
}
