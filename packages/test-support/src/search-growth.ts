import { type Alphabet, pieces } from './alphabets.ts';
import { type Growth, type SizedReading, growthAt, mostGrowth } from './growth.ts';
import { type TextShape, hostileText } from './hostile-text.ts';
import type { Meter, Subject } from './meter.ts';

/** A function that reads text, and the alphabets whose pieces it treats specially. */
export type HostileTarget = Subject<TextShape> & { readonly alphabets: readonly Alphabet[] };

/** Creates a target: the search runs the function on texts that are made of the alphabets. */
export function hostileTarget(
  alphabets: readonly Alphabet[],
  run: (text: string) => unknown,
): HostileTarget {
  const subject: Subject<TextShape> = (size, shape) => {
    const text = hostileText(shape, size);
    return () => run(text);
  };
  return Object.assign(subject, { alphabets });
}

/** A text on which work grows faster than it may. */
export interface Offender {
  readonly shape: TextShape;
  /** Undefined when the run did not end. */
  readonly growth?: Growth;
  readonly reason: string;
}

export interface SearchOptions {
  readonly alphabets: readonly Alphabet[];
  /** Equal seeds try equal texts. */
  readonly seed: number;
  /** The number of random texts to try. */
  readonly shapes: number;
  /** The number of texts to try afterwards that differ in one piece from the best so far. @default 0 */
  readonly climbs?: number;
  /** Texts that are tried first. @default none */
  readonly first?: readonly TextShape[];
  /** Ends at the first offender. @default true */
  readonly stopAtFirst?: boolean;
}

/** Short texts for a first look; what bends there is looked at again with longer ones. */
const looks = [300, 600, 1200] as const;
const proofs = [1000, 2000, 4000];
/** The exponent of what is added at each doubling: 1 is linear. It shows a small quadratic part before the whole does. */
const suspicious = 1.25;
/** The number of the best texts that the climb changes. */
const kept = 6;

/** Looks for texts on which the work of a target grows faster than `mostGrowth`. */
export async function searchGrowth<Targets extends Readonly<Record<string, HostileTarget>>>(
  meter: Meter<Targets>,
  name: keyof Targets & string,
  options: SearchOptions,
): Promise<readonly Offender[]> {
  const { alphabets, seed, shapes, climbs = 0, first = [], stopAtFirst = true } = options;
  const random = randomNumbers(seed);
  const atoms = alphabets.flatMap((alphabet) => pieces(alphabet));
  const offenders: Offender[] = [];
  let best: readonly { readonly shape: TextShape; readonly bend: number }[] = [];
  await read(10, 'a'); // loads and builds what is done once

  const total = first.length + shapes + climbs;
  for (let tried = 0; tried < total; tried += 1) {
    const shape = first[tried] ?? nextShape(tried - first.length);
    const offender = await judge(shape, tried < first.length);
    if (offender !== undefined) offenders.push(offender);
    if (offender !== undefined && stopAtFirst) break;
  }
  return offenders;

  function nextShape(index: number): TextShape {
    const parent = best[Math.floor(random() * best.length)];
    return index < shapes || parent === undefined
      ? randomShape(atoms, random)
      : changed(parent.shape, atoms, random);
  }

  async function judge(shape: TextShape, isKnown: boolean): Promise<Offender | undefined> {
    try {
      const found = isKnown ? Infinity : await bendOf(shape);
      best = [...best, { shape, bend: found }]
        .toSorted((one, other) => other.bend - one.bend)
        .slice(0, kept);
      if (found < suspicious) return undefined;
      const growth = await growthOf(shape);
      if (growth.exponent <= mostGrowth) return undefined;
      const counts = growth.readings.map(({ blocks, native, bytes }) => [blocks, native, bytes]);
      return { shape, growth, reason: `${growth.exponent.toFixed(2)} ${JSON.stringify(counts)}` };
    } catch (error) {
      return { shape, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Looks at the longest text first: where it costs little, the shorter ones decide nothing. */
  async function bendOf(shape: TextShape): Promise<number> {
    const [shortest, middle, longest] = looks;
    const large = await read(longest, shape);
    const counts = (['blocks', 'native', 'bytes'] as const).filter(
      (count) => large[count] >= least[count],
    );
    if (counts.length === 0) return 0;
    const medium = await read(middle, shape);
    const small = await read(shortest, shape);
    return Math.max(...counts.map((count) => bend(small[count], medium[count], large[count])));
  }

  /** A first doubling that passes decides, since the smaller of two counts. */
  async function growthOf(shape: TextShape): Promise<Growth> {
    const readings: SizedReading[] = [];
    for (const size of proofs) {
      if (readings.length > 1 && growthAt(readings).exponent <= mostGrowth) break;
      readings.push({ size, ...(await read(size, shape)) });
    }
    return growthAt(readings);
  }

  function read(size: number, shape: TextShape) {
    // Every target takes a shape; the type of one named member of `Targets` hides that.
    return meter.read(name, size, shape as never);
  }
}

/** Returns the exponent of what each of two doublings adds, where that is more than a tenth of all. */
function bend(small: number, medium: number, large: number): number {
  const [before, after] = [medium - small, large - medium];
  return before <= 0 || after < large / 10 ? 0 : Math.log2(after / before);
}

/** Counts below these at the longest first look are too small to be a danger. */
const least = { blocks: 50_000, native: 6000, bytes: 300_000 } as const;

/** A head of up to three pieces, one to three runs whose units have up to four, and a tail. */
function randomShape(atoms: readonly string[], random: () => number): TextShape {
  const some = (most: number, fewest = 0): string => {
    const count = fewest + Math.floor(random() * (most - fewest + 1));
    return Array.from({ length: count }, () => pick(atoms, random)).join('');
  };
  const runs = Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => some(4, 1));
  return { head: some(3), runs, tail: some(2) };
}

/** The shape with a piece added to one of its parts, or one part replaced by another. */
function changed(shape: TextShape, atoms: readonly string[], random: () => number): TextShape {
  const { head = '', runs, tail = '' } = typeof shape === 'string' ? { runs: [shape] } : shape;
  const parts = [head, ...runs, tail];
  const at = Math.floor(random() * parts.length);
  const atom = pick(atoms, random);
  const old = parts[at] ?? '';
  const variants = [old + atom, atom + old, atom, old.slice(0, Math.ceil(old.length / 2)) + atom];
  parts[at] = pick(variants, random);
  return { head: parts[0] ?? '', runs: parts.slice(1, -1), tail: parts.at(-1) ?? '' };
}

function pick<Item>(list: readonly Item[], random: () => number): Item {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('expected a list with items, got an empty one');
  return item;
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
