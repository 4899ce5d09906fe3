import type { RemapCase } from './histories.ts';
import type { Truth } from './truth.ts';

/** The answer of any re-mapping method for one range. */
export type Answer =
  | {
      readonly status: 'mapped';
      readonly start: number;
      readonly end: number;
      readonly confidence: number;
      readonly method: string;
      readonly similarity: number;
    }
  | { readonly status: 'ambiguous' | 'lost' };

export type Verdict = 'correct' | 'silently-wrong' | 'asked' | 'missed';

/** Below this confidence a place is confirmed by a person, never taken silently. */
const askBelow = 0.6;
const minOverlap = 0.5;

function judge(truth: Truth, answer: Answer): Verdict {
  if (truth.kind === 'unclear') throw new Error('unclear cases are not scored');
  const silent = answer.status === 'mapped' && answer.confidence >= askBelow;
  if (truth.kind === 'deleted') {
    if (answer.status === 'lost') return 'correct';
    return silent ? 'silently-wrong' : 'asked';
  }
  if (answer.status !== 'mapped') return answer.status === 'lost' ? 'missed' : 'asked';
  const right =
    truth.kind === 'kept'
      ? answer.start === truth.start && answer.end === truth.end
      : intersectionOverUnion(truth, answer) >= minOverlap;
  if (right) return 'correct';
  return silent ? 'silently-wrong' : 'asked';
}

function intersectionOverUnion(
  left: { readonly start: number; readonly end: number },
  right: { readonly start: number; readonly end: number },
): number {
  const shared = Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start));
  return shared / (Math.max(left.end, right.end) - Math.min(left.start, right.start) || 1);
}

export interface Score {
  readonly counts: Record<string, Record<Verdict, number>>;
  readonly total: number;
  readonly correct: number;
  readonly silentlyWrong: number;
}

export function scoreCases(
  cases: readonly RemapCase[],
  method: (remapCase: RemapCase) => readonly Answer[],
  onVerdict?: (remapCase: RemapCase, index: number, verdict: Verdict, answer: Answer) => void,
): Score {
  const counts: Record<string, Record<Verdict, number>> = {};
  let total = 0;
  const sums: Record<Verdict, number> = { correct: 0, 'silently-wrong': 0, asked: 0, missed: 0 };
  for (const remapCase of cases) {
    const answers = method(remapCase);
    for (const [index, { truth }] of remapCase.ranges.entries()) {
      const answer = answers[index];
      if (truth.kind === 'unclear' || answer === undefined) continue;
      const verdict = judge(truth, answer);
      const row = (counts[truth.kind] ??= { correct: 0, 'silently-wrong': 0, asked: 0, missed: 0 });
      row[verdict] += 1;
      sums[verdict] += 1;
      total += 1;
      onVerdict?.(remapCase, index, verdict, answer);
    }
  }
  return {
    counts,
    total,
    correct: sums.correct / total,
    silentlyWrong: sums['silently-wrong'] / total,
  };
}
