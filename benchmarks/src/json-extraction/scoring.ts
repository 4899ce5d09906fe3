import { isDeepStrictEqual } from 'node:util';
import type { Contender } from './contenders.ts';
import { type Case, isCut } from './suites.ts';

/** The results of one contender on one suite. */
export interface Score {
  readonly cases: number;
  readonly right: number;
  /** Another value than the one meant. */
  readonly wrong: number;
  /** Wrong results that were not reported as cut: no caller would notice. */
  readonly silentlyWrong: number;
  readonly refused: number;
}

export async function scoreContender(contender: Contender, cases: readonly Case[]): Promise<Score> {
  let right = 0;
  let wrong = 0;
  let silentlyWrong = 0;
  for (const { raw, options, value } of cases) {
    const answer = await contender(raw, options);
    if (answer === null) {
      if (value === undefined) right += 1;
    } else if (value !== undefined && isMeant(toPlain(answer.value), value, isCut({ raw }))) {
      right += 1;
    } else {
      wrong += 1;
      if (answer.complete) silentlyWrong += 1;
    }
  }
  const { length } = cases;
  return { cases: length, right, wrong, silentlyWrong, refused: length - right - wrong };
}

/** True for the value that is meant. Both values of a cut text may be closed in any usual way. */
function isMeant(answer: unknown, value: unknown, cut: boolean): boolean {
  if (isDeepStrictEqual(answer, value)) return true;
  if (!cut) return false;
  const closings = closingsOf(value);
  return closingsOf(answer).some((left) =>
    closings.some((right) => isDeepStrictEqual(left, right)),
  );
}

/** The value without its last scalar or empty container, or with it. */
function closingsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const entries: (readonly [string, unknown])[] = Object.entries(value);
  const last = entries.pop();
  if (!last) return [value];
  const build = (all: readonly (readonly [string, unknown])[]): unknown =>
    Array.isArray(value) ? all.map(([, element]) => element) : Object.fromEntries(all);
  const [key, member] = last;
  const isNested = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
  const inner = closingsOf(member).map((closed) => build([...entries, [key, closed]]));
  return isNested ? inner : [...inner, build(entries)];
}

/** Values only: -0, prototypes and undefined members are no difference. */
function toPlain(value: unknown): unknown {
  const text = JSON.stringify(value);
  const parse: (line: string) => unknown = JSON.parse;
  return text === undefined ? undefined : parse(text);
}
