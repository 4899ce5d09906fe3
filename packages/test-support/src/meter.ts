import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Growth, type Reading, type SizedReading, growthAt, mostGrowth } from './growth.ts';

/** Prepares the input of a size, which is not counted, and returns the run, whose work is counted. */
export type Subject<Argument = undefined> = (size: number, argument: Argument) => () => unknown;

export interface GrowthRequest<Argument> {
  /** Increasing; doublings are best. Half of the first one warms the code up. */
  readonly sizes: readonly number[];
  /**
   * The exponent that passes. The last size is left out when the doubling before it passes, since the smaller of two counts.
   * @default mostGrowth
   */
  readonly most?: number;
  /** Handed to the subject; JSON values only, because the subject runs in another process. */
  readonly argument?: Argument;
}

/** Counts the work of the subjects that a file exports. */
export interface Meter<Subjects> {
  /** Counts at each size and returns how fast the work grows. */
  growthOf<Name extends keyof Subjects & string>(
    name: Name,
    request: GrowthRequest<ArgumentOf<Subjects[Name]>>,
  ): Promise<Growth>;
  /** Counts one run. */
  read<Name extends keyof Subjects & string>(
    name: Name,
    size: number,
    argument?: ArgumentOf<Subjects[Name]>,
  ): Promise<Reading>;
  /** Names the places in the source where one run does most of its work. Slow: for reports, not for assertions. */
  placesOf<Name extends keyof Subjects & string>(
    name: Name,
    size: number,
    argument?: ArgumentOf<Subjects[Name]>,
  ): Promise<WorkPlaces>;
  /** Ends the process of the meter. */
  close(): void;
}

type ArgumentOf<Given> = Given extends (size: number, argument: infer Argument) => unknown
  ? Argument
  : never;

/** The places where a run does its work, most first: "work function file:offset" and "work caller". */
export interface WorkPlaces {
  readonly blocks: readonly string[];
  readonly native: readonly string[];
}

export interface MeterRequest {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly argument?: unknown;
  /** Asks for so many places instead of counts. */
  readonly places?: number;
  /** Asks for a run without counts. */
  readonly isUncounted?: boolean;
}

export interface MeterAnswer {
  readonly id: number;
  readonly reading?: Reading;
  readonly places?: WorkPlaces;
  readonly error?: string;
}

/**
 * Compilation in the background and its results would allocate at unpredictable times. The room for young objects is
 * large, so that few collections have to be added up.
 */
const flags = [
  '--conditions=@kanmon/source',
  '--no-opt',
  '--no-maglev',
  '--predictable',
  '--hash-seed=1',
  '--random-seed=1',
  '--no-flush-bytecode',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--disable-warning=ExperimentalWarning',
];

/** A run that does not end is stopped. Counted runs take less than a second, so this decides nothing else. */
const longestRunMs = 60_000;

const mostPlaces = 5;

/**
 * Starts a process that counts the work of the functions that `file` exports. The process is separate, because its
 * built-in functions are replaced and because coverage of the tests must not mix with the counts.
 * Call `close` when all is counted.
 *
 * @example
 * import type * as subjects from './subjects/parse.ts';
 * const meter = openMeter<typeof subjects>(new URL('./subjects/parse.ts', import.meta.url));
 * const { exponent } = await meter.growthOf('parseText', { sizes: [1000, 2000, 4000] });
 */
export function openMeter<Subjects>(file: URL): Meter<Subjects> {
  const waiting = new Map<number, (answer: MeterAnswer) => void>();
  let child: ChildProcess | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  let next = 0;

  const expectAnswer = async (id: number): Promise<MeterAnswer> => {
    const answer = await new Promise<MeterAnswer>((resolve) => {
      waiting.set(id, resolve);
    });
    waiting.delete(id);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };

  const start = (): ChildProcess => {
    const { NODE_V8_COVERAGE: _coverage, NODE_OPTIONS: _options, ...env } = process.env;
    const started = fork(fileURLToPath(new URL('./meter-child.ts', import.meta.url)), [file.href], {
      execArgv: flags,
      env,
    });
    started.on('message', (answer: MeterAnswer) => waiting.get(answer.id)?.(answer));
    started.on('exit', (code, signal) => {
      child = undefined;
      const error = `the meter of ${file.href} ended (${signal ?? `exit code ${code}`})`;
      for (const [id, resolve] of waiting) resolve({ id, error });
    });
    ready = expectAnswer(next); // it reports as number 0 when it has loaded
    next += 1;
    return started;
  };

  const ask = async (request: Omit<MeterRequest, 'id'>): Promise<MeterAnswer> => {
    if (child === undefined) {
      next = 0;
      child = start();
    }
    const running = child;
    await ready;
    const id = next;
    next += 1;
    running.send({ id, ...request } satisfies MeterRequest);
    const guard = setTimeout(() => running.kill('SIGKILL'), longestRunMs);
    return expectAnswer(id).finally(() => clearTimeout(guard));
  };
  const read = async (name: string, size: number, argument: unknown): Promise<Reading> => {
    const { reading } = await ask({ name, size, argument });
    if (reading === undefined) throw new Error(`no counts came for ${name}`);
    return reading;
  };

  return {
    read,
    async placesOf(name, size, argument) {
      const { places } = await ask({ name, size, argument, places: mostPlaces });
      return places ?? { blocks: [], native: [] };
    },
    async growthOf(name, { sizes, most = mostGrowth, argument }) {
      const [first] = sizes;
      // Tables that are built once are not counted. Another size, because texts may be cached.
      if (first !== undefined) {
        await ask({ name, size: Math.ceil(first / 2), argument, isUncounted: true });
      }
      const readings: SizedReading[] = [];
      for (const size of sizes) {
        const passes = readings.length > 1 && growthAt(readings).exponent < most;
        if (passes && size === sizes.at(-1)) break;
        readings.push({ size, ...(await read(name, size, argument)) });
      }
      return growthAt(readings);
    },
    close() {
      child?.kill();
    },
  };
}
