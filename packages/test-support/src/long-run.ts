/** True in `pnpm test:long`, which tries more cases for longer than every push has time for. */
export const isLongRun = process.env['KANMON_LONG'] !== undefined;

/** One of so many is tried in `pnpm test`, beginning with the first. */
const casesApart = 5;

/** Returns all cases or rounds in `pnpm test:long`, else every fifth. Run all of them when a rule changes. */
export function sampleToTry<Case>(all: readonly Case[]): readonly Case[] {
  return isLongRun ? all : all.filter((_, index) => index % casesApart === 0);
}

/** The random tries of a push are so many times fewer than those of `pnpm test:long`. */
const fewer = 4;

/** Returns the number of random cases to try: all in `pnpm test:long`, else a quarter. */
export function triesOf(all: number): number {
  return isLongRun ? all : Math.ceil(all / fewer);
}
