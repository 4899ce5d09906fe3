import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import { findingKey } from '../judge.ts';
import { isMust } from '../rules/rule-findings.ts';
import { stableJson } from '../value/stable-json.ts';
import type { BestAttempt } from './outcome.ts';

/** One attempt that had a verdict. */
export interface JudgedAttempt {
  readonly number: number;
  readonly value: JsonValue;
  readonly complete: boolean;
  readonly findings: readonly Finding[];
}

/** Watches whether attempts still get anywhere, and keeps the best. */
export interface Progress {
  /**
   * False when the attempt repeats an earlier value, or has the Musts of the attempt before it, unless it is that
   * attempt made `longer`.
   */
  judged(attempt: JudgedAttempt, longer?: boolean): boolean;
  /** The same for a streamed attempt that was ended early: only its first Musts are known. */
  aborted(findings: readonly Finding[]): boolean;
  /** An attempt without a value. False when its text is that of an earlier one. */
  unjudged(text: string): boolean;
  readonly best: BestAttempt | undefined;
}

export function createProgress(): Progress {
  const seen = new Set<string>();
  let previousMusts = '';
  let best: JudgedAttempt | undefined;

  const isNew = (key: string): boolean => {
    const isKnown = seen.has(key);
    seen.add(key);
    return !isKnown;
  };

  /** True when the Musts are not those of the attempt before, as far as both were judged alike. */
  const moved = (kind: string, findings: readonly Finding[]): boolean => {
    const musts = `${kind}:${findings.filter(isMust).map(findingKey).toSorted().join('\n')}`;
    const isOther = musts !== previousMusts;
    previousMusts = musts;
    return isOther;
  };

  return {
    judged(attempt, longer = false) {
      const { number, value, complete, findings } = attempt;
      const isExtended = longer && best?.number === number - 1;
      if (best === undefined || isExtended || isBetter(attempt, best)) best = attempt;
      // Completing a cut value is progress even where the two look the same.
      const kind = complete ? 'complete' : 'cut';
      const key = `${kind}:${stableJson(value)}`;
      const isNewValue = isNew(key);
      return (moved(kind, findings) && isNewValue) || longer;
    },
    aborted: (findings) => moved('aborted', findings),
    unjudged(text) {
      // There are no Musts to compare the next attempt to.
      previousMusts = '';
      return isNew(`text:${text.trim()}`);
    },
    get best() {
      if (best === undefined) return undefined;
      const { number, value, findings } = best;
      return { attempt: number, value, findings };
    },
  };
}

/** A complete value beats a cut one, then fewer Musts, then fewer Shoulds; the earlier keeps a tie. */
function isBetter(challenger: JudgedAttempt, champion: JudgedAttempt): boolean {
  if (challenger.complete !== champion.complete) return challenger.complete;
  const musts = challenger.findings.filter(isMust).length;
  const championMusts = champion.findings.filter(isMust).length;
  if (musts !== championMusts) return musts < championMusts;
  return challenger.findings.length < champion.findings.length;
}
