/** True in `pnpm test:long`, which tries more cases for longer than every push has time for. */
export const isLongRun = process.env['KANMON_LONG'] !== undefined;

/** One of so many rounds is tried in `pnpm test`, beginning with the first. */
const roundsApart = 3;

/** Returns all rounds in `pnpm test:long`, else every third. Run all of them when a rule changes. */
export function roundsToTry<Round>(rounds: readonly Round[]): readonly Round[] {
  return isLongRun ? rounds : rounds.filter((_, index) => index % roundsApart === 0);
}
