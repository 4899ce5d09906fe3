import { isDeepStrictEqual } from 'node:util';
import type { Contender } from './contenders.ts';
import type { Case } from './suites.ts';

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
    } else if (value !== undefined && isDeepStrictEqual(toPlain(answer.value), value)) {
      right += 1;
    } else {
      wrong += 1;
      if (answer.complete) silentlyWrong += 1;
    }
  }
  const { length } = cases;
  return { cases: length, right, wrong, silentlyWrong, refused: length - right - wrong };
}

/** Values only: -0, prototypes and undefined members are no difference. */
function toPlain(value: unknown): unknown {
  const text = JSON.stringify(value);
  const parse: (line: string) => unknown = JSON.parse;
  return text === undefined ? undefined : parse(text);
}
