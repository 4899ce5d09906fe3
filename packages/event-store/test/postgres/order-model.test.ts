import { describe, expect, it } from 'vitest';

/**
 * The steps of appends and of one reader without a database, in every order in which they can interleave.
 * A writer registers below its number, draws it and commits; locks go after the commit is visible. A reader
 * reads the sequence, the lock table and the rows, each in one step.
 */
type Step = 'register' | 'draw' | 'commit' | 'unlock' | 'sequence' | 'locks' | 'rows';

interface World {
  readonly drawn: number;
  /** For each writer: the number it registered with, the number it drew, and whether it is visible. */
  readonly registered: readonly (number | null)[];
  readonly numbers: readonly (number | null)[];
  readonly visible: readonly boolean[];
  /** The state of a reader: the end of the sequence, the lowest lock, and its cursor. */
  readonly end: number;
  readonly lowest: number;
  readonly cursor: number;
  readonly seen: readonly number[];
}

const start = (writers: number): World => ({
  drawn: 0,
  registered: Array.from({ length: writers }, () => null),
  numbers: Array.from({ length: writers }, () => null),
  visible: Array.from({ length: writers }, () => false),
  end: 0,
  lowest: Infinity,
  cursor: 0,
  seen: [],
});

/** The world after one step of a writer (0, 1, ...) or of the reader (-1). */
function after(world: World, who: number, step: Step): World {
  switch (step) {
    case 'register':
      return { ...world, registered: world.registered.with(who, world.drawn) };
    case 'draw':
      return {
        ...world,
        drawn: world.drawn + 1,
        numbers: world.numbers.with(who, world.drawn + 1),
      };
    case 'commit':
      return { ...world, visible: world.visible.with(who, true) };
    case 'unlock':
      return { ...world, registered: world.registered.with(who, null) };
    case 'sequence':
      return { ...world, end: world.drawn };
    case 'locks':
      return {
        ...world,
        lowest: Math.min(Infinity, ...world.registered.map((low) => low ?? Infinity)),
      };
    case 'rows': {
      const decided = Math.min(world.end, world.lowest);
      const rows = world.numbers.flatMap((number, writer) =>
        number !== null &&
        world.visible[writer] === true &&
        number > world.cursor &&
        number <= decided
          ? [number]
          : [],
      );
      const cursor = Math.max(world.cursor, ...rows);
      return { ...world, seen: [...world.seen, ...rows], cursor };
    }
    default:
      throw new Error('no such step');
  }
}

/** Tries every interleaving; returns how many there are and in how many the reader missed an append in the end. */
function tryAll(
  writer: readonly Step[],
  reader: readonly Step[],
  writers: number,
): { worlds: number; missed: number } {
  const plans = [...Array.from({ length: writers }, () => writer), [...reader, ...reader]];
  let worlds = 0;
  let missed = 0;
  const go = (world: World, done: readonly number[]): void => {
    let isEnd = true;
    for (const [index, plan] of plans.entries()) {
      const step = plan[done[index] ?? 0];
      if (step === undefined) continue;
      isEnd = false;
      const who = index === writers ? -1 : index;
      go(after(world, who, step), done.with(index, (done[index] ?? 0) + 1));
    }
    if (!isEnd) return;
    worlds += 1;
    const last = reader.reduce((state, step) => after(state, -1, step), world);
    if (new Set(last.seen).size < writers || last.seen.length > writers) missed += 1;
  };
  go(
    start(writers),
    plans.map(() => 0),
  );
  return { worlds, missed };
}

const writer: readonly Step[] = ['register', 'draw', 'commit', 'unlock'];
const reader: readonly Step[] = ['sequence', 'locks', 'rows'];

describe('the order of steps of appends and readers', () => {
  it('misses no append in any interleaving', () => {
    const { worlds, missed } = tryAll(writer, reader, 2);
    expect(worlds).toBe(210_210);
    expect(missed).toBe(0);
  });

  it.each<readonly [string, readonly Step[], readonly Step[]]>([
    ['appends register after they draw', ['draw', 'register', 'commit', 'unlock'], reader],
    ['locks go before the commit is visible', ['register', 'draw', 'unlock', 'commit'], reader],
    ['readers read the locks before the sequence', writer, ['locks', 'sequence', 'rows']],
    ['readers read the rows before the locks', writer, ['sequence', 'rows', 'locks']],
    ['readers read the sequence alone', writer, ['sequence', 'rows']],
  ])('misses appends when %s (control)', (_, wrongWriter, wrongReader) => {
    expect(tryAll(wrongWriter, wrongReader, 2).missed).toBeGreaterThan(0);
  });
});
