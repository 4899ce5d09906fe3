import type { JsonValue } from '@kanmon/core';
import { extractJson } from '@kanmon/core/json';
import { isEqualJson } from '@kanmon/core/kit';
import { readRounds, share } from './rounds.ts';

interface AnswerCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  readonly kind: string;
  readonly text: string;
  readonly keys: readonly string[];
  readonly root?: 'object' | 'array';
  readonly expected?: JsonValue;
  /** Other values that are as right. */
  readonly alternatives: readonly JsonValue[];
  readonly cut: boolean;
  readonly refuse: boolean;
}

type Verdict = 'right' | 'refused' | 'said to be cut' | 'silently wrong';

/** Every round of raw answers: read right, refused, or handed out wrong. */
export function jsonRounds() {
  return readRounds<AnswerCase>('core', 'json').flatMap(({ name, cases }) => [
    figuresOf(name, cases, 'with keys', { useKeys: true }),
    figuresOf(name, cases, 'without keys', { useKeys: false }),
    figuresOf(name, cases, 'lossless, with keys', { useKeys: true, allow: 'lossless' }),
    figuresOf(name, cases, 'lossless, without keys', { useKeys: false, allow: 'lossless' }),
  ]);
}

interface Asked {
  readonly useKeys: boolean;
  readonly allow?: 'lossless';
}

function figuresOf(round: string, cases: readonly AnswerCase[], asked: string, how: Asked) {
  const judged = cases.map((each) => ({ of: each, ...judge(each, how) }));
  const shareOf = (verdict: Verdict, chosen = judged): number =>
    share(chosen, (each) => each.verdict === verdict);
  return {
    round,
    asked,
    cases: cases.length,
    right: shareOf('right'),
    rightJa: shareOf(
      'right',
      judged.filter(({ of }) => of.lang === 'ja'),
    ),
    rightEn: shareOf(
      'right',
      judged.filter(({ of }) => of.lang === 'en'),
    ),
    silentlyWrong: shareOf('silently wrong'),
    wrong: judged
      .filter(({ verdict }) => verdict !== 'right')
      .map(({ of, verdict, value, repairs }) => ({
        id: of.id,
        kind: of.kind,
        verdict,
        value,
        repairs,
      })),
  };
}

function judge(
  of: AnswerCase,
  { useKeys, allow }: Asked,
): { verdict: Verdict; value?: JsonValue; repairs?: readonly string[] } {
  const result = extractJson(of.text, {
    ...(useKeys && of.keys.length > 0 ? { keys: of.keys } : {}),
    ...(useKeys && of.root === 'array' ? { root: 'array' } : {}),
    ...(allow === undefined ? {} : { allow }),
  });
  if (result.status !== 'ok') return { verdict: of.refuse ? 'right' : 'refused' };
  const { value, complete } = result;
  const repairs = result.repairs.map(({ kind }) => kind);
  const meant = of.refuse ? [] : [of.expected, ...of.alternatives];
  const isMeant = meant.some((wanted) => isEqualJson(wanted, value));
  // `complete` must be false for a truncated text and true for any other.
  if (isMeant && complete === !of.cut) return { verdict: 'right', value, repairs };
  return { verdict: complete ? 'silently wrong' : 'said to be cut', value, repairs };
}
