import { describe, expect, it } from 'vitest';
import {
  extractRequiredTerms,
  foldTerm,
  type RequiredTerm,
  type TermVerdict,
  validateTermPreservation,
} from '../src/index.ts';
import { readTable } from './support/read-cases.ts';

function judge(
  term: string,
  acceptance: string,
  beside: readonly string[] = [],
): TermVerdict | undefined {
  return validateTermPreservation([term, ...beside], [{ acceptance }]).verdicts[0];
}

describe('quantities are compared by value', () => {
  for (const { wanted, plan, equal } of readTable<{ wanted: string; plan: string; equal: boolean }>(
    'quantities',
  )) {
    it(`${wanted} is ${equal ? '' : 'not '}met by ${plan}`, () => {
      const { items } = extractRequiredTerms(wanted);
      const term =
        items.find(
          (item: RequiredTerm) => item.polarity === 'required' && item.kind === 'quantity',
        ) ?? wanted;
      const [verdict] = validateTermPreservation([term], [{ acceptance: plan }]).verdicts;
      expect(verdict?.term.kind).toBe('quantity');
      expect(verdict?.status === 'preserved').toBe(equal);
    });
  }
});

describe('substring traps', () => {
  for (const { term, plan, found } of readTable<{ term: string; plan: string; found: boolean }>(
    'substring-traps',
  )) {
    it(`${term} is ${found ? '' : 'not '}in ${plan}`, () => {
      expect(judge(term, plan)?.status === 'preserved').toBe(found);
    });
  }
});

describe('sureness', () => {
  for (const { term, beside, plan, sureness } of readTable<{
    term: string;
    /** Other terms of the request. */
    beside?: string[];
    plan: string;
    sureness: string;
  }>('sureness')) {
    it(`${term} is ${sureness} in ${plan}`, () => {
      expect(judge(term, plan, beside)?.sureness).toBe(sureness);
    });
  }
});

describe('an excluded term', () => {
  const excluded: RequiredTerm = {
    text: 'SMS',
    kind: 'word',
    polarity: 'forbidden',
    weight: 1,
    exact: false,
  };
  const plans: readonly (readonly [string, string])[] = [
    ['SMSは提供しないと明記する', 'clear'],
    ['対象外と明記: SMSの対象外', 'clear'],
    ['SMS is not offered to guests', 'clear'],
    ['The SMS gateway is never consulted', 'clear'],
    ['通知にSMSは鳴らさない', 'clear'],
    ['SMSだけでなくメールも送る', 'violated'],
    ['Send an SMS and do not wait', 'clear'],
    ['Send an SMS. Do not wait', 'violated'],
    ['SMSを送る。画面は出さない', 'violated'],
  ];
  for (const [acceptance, status] of plans) {
    it(`is ${status} in: ${acceptance}`, () => {
      expect(validateTermPreservation([excluded], [{ acceptance }]).verdicts[0]?.status).toBe(
        status,
      );
    });
  }
});

describe('negation scopes', () => {
  for (const { text, excluded, kept } of readTable<{
    text: string;
    excluded: string[];
    kept: string[];
  }>('negation')) {
    it(`in a request: ${text}`, () => {
      const { items } = extractRequiredTerms(text);
      const of = (polarity: string): string[] =>
        items.filter((item) => item.polarity === polarity).map((item) => foldTerm(item.text));
      expect(of('forbidden')).toEqual(expect.arrayContaining(excluded.map(foldTerm)));
      expect(of('required').filter((each) => excluded.map(foldTerm).includes(each))).toEqual([]);
      expect(
        kept.filter((term) => !of('required').some((each) => each.includes(foldTerm(term)))),
      ).toEqual([]);
      expect(of('forbidden').length > 0).toBe(excluded.length > 0);
    });
    it(`in a plan: ${text}`, () => {
      const result = validateTermPreservation([...excluded, ...kept], [{ acceptance: text }]);
      expect(result.preserved).toEqual(kept);
    });
  }
});

describe('typed spans', () => {
  const cases = readTable<{ text: string; spans: { kind: string; start: number; text: string }[] }>(
    'typed-spans',
  );
  it('are many', () => {
    expect(cases.reduce((sum, each) => sum + each.spans.length, 0)).toBeGreaterThanOrEqual(200);
  });
  for (const { text, spans } of cases) {
    it(`of ${text}`, () => {
      const literals = extractRequiredTerms(text).items.filter(
        (item) => !['word', 'phrase'].includes(item.kind),
      );
      expect(
        literals.map((item) => ({ kind: item.kind, start: item.span?.start, text: item.text })),
      ).toEqual(spans);
    });
  }
});
