import { describe, expect, it } from 'vitest';
import { extractRequiredTerms, validateTermPreservation } from '../src/index.ts';

const request = 'Send the invoices to Mr. Abe by 4 May and archive the receipts.';
const terms = extractRequiredTerms(request);

function riskOf(...plan: readonly string[]): number {
  return validateTermPreservation(
    terms,
    plan.map((acceptance) => ({ acceptance })),
  ).risk;
}

const whole = 'Send the invoices to Mr. Abe by 4 May. Archive the receipts.';

describe('the risk of a plan', () => {
  it('is least where all is found', () => {
    expect(riskOf(whole)).toBeLessThan(0.01);
  });

  it.each([
    ['hedges', whole.replace('Archive', 'Consider archiving')],
    ['has another date', whole.replace('4 May', '9 May')],
    ['is shorter than its terms', 'Send the invoices.'],
  ])('is larger where a plan %s', (_name, plan) => {
    expect(riskOf(plan)).toBeGreaterThan(0.2);
  });

  it('counts no hedge that the request has', () => {
    const asked = extractRequiredTerms('採用を検討し、検討結果を5月4日に知らせてください。');
    const tasks = [{ acceptance: '採用を検討する。検討結果を5月4日に知らせる。' }];
    expect(validateTermPreservation(asked, tasks).risk).toBeLessThan(0.01);
  });

  it('does not take a verb that opens the request for a name', () => {
    const risks = ['Onboard 4 nurses.', 'Ask Onboard for 4 nurses.'].map(
      (text) =>
        validateTermPreservation(extractRequiredTerms(text), [{ acceptance: 'Train 4 nurses.' }])
          .risk,
    );
    expect(risks[0]).toBeLessThan(risks[1] ?? 0);
  });
});

describe('a value that is turned around', () => {
  it.each([
    ['3割引', '3割増しにする'],
    ['30% discount', 'Add a surcharge of 30%'],
    ['3日以内', '3日後に返す'],
    ['within 3 days', 'Return it three days later'],
  ])('%s is not found in: %s', (term, plan) => {
    const [verdict] = validateTermPreservation([term], [{ acceptance: plan }]).verdicts;
    expect(verdict?.status).not.toBe('preserved');
  });

  it.each([
    ['3割引', '3割引きにする'],
    ['3割引', '定価から3割値引く'],
    ['3日以内', '3日以内に返す'],
    ['within 3 days', 'Return it no later than 3 days after delivery'],
  ])('%s is found in: %s', (term, plan) => {
    const [verdict] = validateTermPreservation([term], [{ acceptance: plan }]).verdicts;
    expect(verdict?.status).toBe('preserved');
  });
});

describe('the score of a term without a trace', () => {
  const scoreOf = (term: string, ...plan: readonly string[]): number =>
    validateTermPreservation(
      [term],
      plan.map((acceptance) => ({ acceptance })),
    ).verdicts[0]?.score ?? Number.NaN;
  const plan = 'Paint the fence, oil the gate and sweep the yard.';

  it('is lower for a long phrase, which leaves a trace more often', () => {
    expect(scoreOf('walnut bookshelf from grandmother', plan)).toBeLessThan(
      scoreOf('walnut', plan),
    );
  });

  it('is lower in a short plan, which has left something out', () => {
    expect(scoreOf('walnut', 'Sweep the yard.')).toBeLessThan(scoreOf('walnut', plan));
  });

  it('stays under that of an uncertain term, and is 0 without a plan', () => {
    const long = Array.from({ length: 40 }, () => plan);
    expect(scoreOf('walnut', ...long)).toBeLessThan(0.25);
    expect(scoreOf('walnut')).toBe(0);
  });
});
