import {
  extractRequiredTerms,
  foldTerm,
  type RequiredTerm,
  type TermPreservationResult,
  validateTermPreservation,
} from '../../src/index.ts';

/** One planning request with its gold terms, a whole plan and plans that lost something. */
export interface RequestCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  /** A: ordinary wording; B: a plan that paraphrases freely. */
  readonly style: 'A' | 'B';
  readonly request: string;
  readonly terms: readonly string[];
  readonly forbidden: readonly string[];
  readonly plan: readonly string[];
  readonly bad: readonly {
    readonly kind: string;
    readonly task: number;
    readonly text: string;
    readonly lost: readonly string[];
  }[];
}

/** Figures of one set of cases; rates from 0 to 1. */
export interface Figures {
  readonly cases: number;
  readonly exactF1: number;
  /** Share of the gold terms that an extracted term is or holds. */
  readonly held: number;
  readonly relaxedF1: number;
  readonly exclusionsKept: number;
  readonly exclusions: number;
  readonly preservedPrecision: number;
  readonly preservedRecall: number;
  readonly lostF1: number;
  readonly lostRecall: number;
  readonly literalFalseAlarms: number;
  readonly literals: number;
  readonly literalMisses: number;
  readonly termAuc: number;
  readonly planAuc: number;
  readonly wholeRejected: number;
  readonly literalPlansRejected: number;
  readonly literalPlans: number;
  readonly notes: readonly string[];
}

const literalKinds = new Set([
  'quoted',
  'code',
  'endpoint',
  'path',
  'identifier',
  'version',
  'quantity',
]);

export function measure(cases: readonly RequestCase[]): Figures {
  const notes: string[] = [];
  const held = { hit: 0, gold: 0 };
  const exact = { hit: 0, found: 0, gold: 0 };
  const relaxed = { hit: 0, found: 0, gold: 0 };
  const lost = { hit: 0, flagged: 0, gold: 0 };
  const totals = {
    kept: 0,
    exclusions: 0,
    preserved: 0,
    preservedRight: 0,
    present: 0,
    literals: 0,
    literalAlarms: 0,
    literalMisses: 0,
    wholeRejected: 0,
    literalPlans: 0,
    literalRejected: 0,
  };
  const keptScores: number[] = [];
  const lostScores: number[] = [];
  const wholeRates: number[] = [];
  const lossyRates: number[] = [];
  for (const each of cases) {
    const extracted = extractRequiredTerms(each.request);
    scoreExtraction(each, extracted.terms, exact, relaxed, notes);
    const texts = extracted.terms.map(foldTerm);
    held.gold += each.terms.length;
    held.hit += each.terms.filter((term) =>
      texts.some((text) => text.includes(foldTerm(term))),
    ).length;
    for (const term of each.forbidden) {
      totals.exclusions += 1;
      const out = !extracted.terms.some((found) => foldTerm(found).includes(foldTerm(term)));
      if (out) totals.kept += 1;
      else notes.push(`${each.id} excluded term required: ${term}`);
    }
    const whole = check(extracted, each.plan);
    wholeRates.push(whole.weightedRate);
    if (!whole.ok) {
      totals.wholeRejected += 1;
      notes.push(`${each.id} whole plan rejected: ${whole.errors.join('; ')}`);
    }
    const plans = [
      { plan: each.plan, lost: [] as readonly string[] },
      ...each.bad.map((bad) => ({ plan: each.plan.with(bad.task, bad.text), lost: bad.lost })),
    ];
    for (const { plan, lost: gone } of plans) {
      const result = check({ terms: [...each.terms], source: 'custom' }, plan);
      for (const verdict of result.verdicts) {
        const isLost = gone.includes(verdict.term.text);
        const flagged = verdict.status !== 'preserved';
        const literal = literalKinds.has(verdict.term.kind);
        (isLost ? lostScores : keptScores).push(verdict.score);
        if (!isLost) totals.present += 1;
        if (!flagged) {
          totals.preserved += 1;
          if (!isLost) totals.preservedRight += 1;
          else
            notes.push(
              `${each.id} silent: "${verdict.term.text}" ${JSON.stringify(verdict.evidence[0]?.text)} ${verdict.evidence[0]?.method}${verdict.evidence[0]?.via ?? ''} | ${plan.join(' / ')}`,
            );
        }
        if (literal) {
          totals.literals += 1;
          if (flagged && !isLost) totals.literalAlarms += 1;
          if (!flagged && isLost) totals.literalMisses += 1;
        }
        if (flagged && !isLost && gone.length === 0)
          notes.push(
            `${each.id} false alarm: "${verdict.term.text}" (${verdict.term.kind} ${verdict.score} ${verdict.reason} near ${verdict.nearest?.text ?? '-'}) | ${plan.join(' / ')}`,
          );
        if (isLost) lost.gold += 1;
        if (flagged) lost.flagged += 1;
        if (flagged && isLost) lost.hit += 1;
      }
      if (gone.length > 0) {
        const end = check(extracted, plan);
        lossyRates.push(end.weightedRate);
        const literalGone = gone.some((term) =>
          literalKinds.has(
            result.verdicts.find((verdict) => verdict.term.text === term)?.term.kind ?? '',
          ),
        );
        if (literalGone) {
          totals.literalPlans += 1;
          if (!end.ok) totals.literalRejected += 1;
          else notes.push(`${each.id} lossy plan passed: ${gone.join(', ')} | ${plan.join(' / ')}`);
        }
      }
    }
  }
  return {
    cases: cases.length,
    exactF1: f1(exact),
    held: held.hit / held.gold,
    relaxedF1: f1(relaxed),
    exclusionsKept: totals.kept,
    exclusions: totals.exclusions,
    preservedPrecision: totals.preservedRight / totals.preserved,
    preservedRecall: totals.preservedRight / totals.present,
    lostF1: (2 * lost.hit) / (lost.flagged + lost.gold),
    lostRecall: lost.hit / lost.gold,
    literalFalseAlarms: totals.literalAlarms,
    literals: totals.literals,
    literalMisses: totals.literalMisses,
    termAuc: auc(keptScores, lostScores),
    planAuc: auc(wholeRates, lossyRates),
    wholeRejected: totals.wholeRejected,
    literalPlansRejected: totals.literalRejected,
    literalPlans: totals.literalPlans,
    notes,
  };
}

function check(
  terms: {
    readonly terms: readonly string[];
    readonly source?: string;
    readonly items?: readonly RequiredTerm[];
  },
  plan: readonly string[],
): TermPreservationResult {
  return validateTermPreservation(
    terms,
    plan.map((acceptance, index) => ({ id: `T-${index + 1}`, acceptance })),
  );
}

function scoreExtraction(
  each: RequestCase,
  found: readonly string[],
  exact: { hit: number; found: number; gold: number },
  relaxed: { hit: number; found: number; gold: number },
  notes: string[],
): void {
  const gold = [...new Set(each.terms.map(foldTerm))];
  const got = [...new Set(found.map(foldTerm))];
  const hits = got.filter((term) => gold.includes(term));
  exact.hit += hits.length;
  exact.found += got.length;
  exact.gold += gold.length;
  const free = new Set(gold);
  for (const term of got) {
    const match = free.has(term) ? term : [...free].find((other) => near(term, other));
    if (match !== undefined) {
      free.delete(match);
      relaxed.hit += 1;
    }
  }
  relaxed.found += got.length;
  relaxed.gold += gold.length;
  const extra = got.filter((term) => !gold.includes(term));
  const missed = gold.filter((term) => !got.includes(term));
  if (extra.length + missed.length > 0)
    notes.push(`${each.id} extra: ${extra.join(', ')} | missed: ${missed.join(', ')}`);
}

function f1(counts: {
  readonly hit: number;
  readonly found: number;
  readonly gold: number;
}): number {
  return (2 * counts.hit) / (counts.found + counts.gold);
}

/** Containment with a length ratio of 0.4 or more. */
function near(a: string, b: string): boolean {
  if (a === b) return true;
  return (
    (a.includes(b) || b.includes(a)) &&
    Math.min(a.length, b.length) / Math.max(a.length, b.length) >= 0.4
  );
}

/** Share of pairs in which the first group's value is the greater; ties count half. */
function auc(greater: readonly number[], smaller: readonly number[]): number {
  let sum = 0;
  for (const a of greater) for (const b of smaller) sum += a > b ? 1 : a === b ? 0.5 : 0;
  return sum / (greater.length * smaller.length);
}
