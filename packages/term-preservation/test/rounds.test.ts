import { describe, expect, it } from 'vitest';
import { sampleToTry } from '@kanmon/test-support';
import { createTermGate, extractRequiredTerms, foldTerm } from '../src/index.ts';
import { readTable } from './support/read-cases.ts';

interface PlanCase {
  readonly lang: 'ja' | 'en';
  readonly request: string;
  readonly terms: readonly string[];
  readonly plan: readonly string[];
  readonly complete: boolean;
  readonly lost: readonly { readonly term: string; readonly kind: string }[];
}

interface TextCase {
  readonly lang: 'ja' | 'en';
  readonly text: string;
  readonly terms: readonly string[];
}

const gate = createTermGate();
const literalKinds = new Set(['number', 'identifier', 'version', 'path']);

/** Floors a little under what was measured. The authors of the rounds had seen neither code nor specification. */
const planFloors = {
  r1: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.91 },
  r2: { falseAlarms: 0.025, reason: 0.99, literals: 0.99, risk: 0.9 },
  r3: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.94 },
  r4: { falseAlarms: 0, reason: 0.99, literals: 0.93, risk: 0.89 },
  r5: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.94 },
  r6: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.92 },
  r7: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.91 },
  r8: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.91 },
  r9: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.89 },
  r10: { falseAlarms: 0, reason: 0.95, literals: 0.99, risk: 0.92 },
  r11: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.91 },
  r12: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.94 },
  r13: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.92 },
  r14: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.94 },
  r15: { falseAlarms: 0.025, reason: 0.99, literals: 0.94, risk: 0.79 },
  r16: { falseAlarms: 0, reason: 0.99, literals: 0.8, risk: 0.81 },
  r17: { falseAlarms: 0, reason: 0.99, literals: 0.87, risk: 0.86 },
  r18: { falseAlarms: 0, reason: 0.99, literals: 0.77, risk: 0.77 },
  r19: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.81 },
  r20: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.85 },
  r21: { falseAlarms: 0, reason: 0.99, literals: 0.88, risk: 0.82 },
  r22: { falseAlarms: 0.025, reason: 0.99, literals: 0.94, risk: 0.9 },
  r23: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.79 },
  r24: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.77 },
  r25: { falseAlarms: 0.025, reason: 0.95, literals: 0.94, risk: 0.77 },
  r26: { falseAlarms: 0, reason: 0.99, literals: 0.95, risk: 0.78 },
  r27: { falseAlarms: 0.05, reason: 0.9, literals: 0.85, risk: 0.89 },
  r28: { falseAlarms: 0, reason: 0.95, literals: 0.89, risk: 0.78 },
  r29: { falseAlarms: 0.05, reason: 0.99, literals: 0.94, risk: 0.82 },
  r30: { falseAlarms: 0, reason: 0.99, literals: 0.88, risk: 0.83 },
  r31: { falseAlarms: 0, reason: 0.99, literals: 0.77, risk: 0.73 },
  r32: { falseAlarms: 0.075, reason: 0.94, literals: 0.88, risk: 0.71 },
  r33: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.85 },
  r34: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.86 },
  r35: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.76 },
  r36: { falseAlarms: 0, reason: 0.99, literals: 0.88, risk: 0.87 },
  r37: { falseAlarms: 0.025, reason: 0.99, literals: 0.99, risk: 0.75 },
  r38: { falseAlarms: 0, reason: 0.99, literals: 0.95, risk: 0.84 },
  r39: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.8 },
  r40: { falseAlarms: 0, reason: 0.99, literals: 0.99, risk: 0.92 },
  r41: { falseAlarms: 0, reason: 0.99, literals: 0.88, risk: 0.85 },
  r42: { falseAlarms: 0.025, reason: 0.95, literals: 0.99, risk: 0.73 },
  r43: { falseAlarms: 0.025, reason: 0.99, literals: 0.94, risk: 0.81 },
  r44: { falseAlarms: 0.025, reason: 0.95, literals: 0.99, risk: 0.85 },
  r45: { falseAlarms: 0.025, reason: 0.99, literals: 0.99, risk: 0.81 },
  r46: { falseAlarms: 0.05, reason: 0.99, literals: 0.89, risk: 0.74 },
  r47: { falseAlarms: 0.05, reason: 0.99, literals: 0.99, risk: 0.84 },
  r48: { falseAlarms: 0.025, reason: 0.99, literals: 0.99, risk: 0.8 },
  r49: { falseAlarms: 0.025, reason: 0.94, literals: 0.88, risk: 0.77 },
  r50: { falseAlarms: 0.025, reason: 0.94, literals: 0.94, risk: 0.81 },
  r51: { falseAlarms: 0.025, reason: 0.99, literals: 0.99, risk: 0.73 },
  r52: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.79 },
  r53: { falseAlarms: 0, reason: 0.99, literals: 0.94, risk: 0.91 },
  r54: { falseAlarms: 0.075, reason: 0.89, literals: 0.84, risk: 0.75 },
  r55: { falseAlarms: 0.025, reason: 0.95, literals: 1, risk: 0.78 },
  r56: { falseAlarms: 0.025, reason: 0.89, literals: 0.77, risk: 0.68 },
  r57: { falseAlarms: 0.05, reason: 0.95, literals: 0.94, risk: 0.77 },
  r58: { falseAlarms: 0.05, reason: 0.95, literals: 0.94, risk: 0.75 },
  r59: { falseAlarms: 0, reason: 1, literals: 0.94, risk: 0.72 },
  r60: { falseAlarms: 0.025, reason: 0.94, literals: 0.94, risk: 0.76 },
  r61: { falseAlarms: 0.025, reason: 0.95, literals: 0.94, risk: 0.79 },
  r62: { falseAlarms: 0, reason: 1, literals: 1, risk: 0.84 },
  r63: { falseAlarms: 0, reason: 1, literals: 0.94, risk: 0.74 },
  r64: { falseAlarms: 0.025, reason: 0.96, literals: 1, risk: 0.85 },
  r65: { falseAlarms: 0, reason: 1, literals: 1, risk: 0.82 },
  r66: { falseAlarms: 0, reason: 1, literals: 1, risk: 0.76 },
  r67: { falseAlarms: 0.025, reason: 0.92, literals: 1, risk: 0.88 },
  r68: { falseAlarms: 0.025, reason: 0.95, literals: 1, risk: 0.8 },
  // Exact facts, all in another form: derived, converted, split, or joined.
  'train-ja': { falseAlarms: 0.05, reason: 0.88, literals: 0.79, risk: 0.77 },
  'train-en': { falseAlarms: 0.0375, reason: 0.95, literals: 0.79, risk: 0.81 },
  'train2-ja': { falseAlarms: 0.12, reason: 0.83, literals: 0.79, risk: 0.69 },
  'train2-en': { falseAlarms: 0.06, reason: 0.83, literals: 0.85, risk: 0.82 },
  // As dense as these, and each value in another grammar.
  'train3-ja': { falseAlarms: 0.0875, reason: 0.64, literals: 0.4, risk: 0.63 },
  'train3-en': { falseAlarms: 0.125, reason: 0.68, literals: 0.59, risk: 0.7 },
  // Half of the complete plans have numbers in a stricter form.
  train5: { falseAlarms: 0.3834, reason: 0.39, literals: 0.65, risk: 0.52 },
  // Every term is a value.
  train6: { falseAlarms: 0.0715, reason: 0.94, literals: 0.66, risk: 0.79 },
  // One value and one step each; where it is lost, in every way that there is.
  'train7-en': { falseAlarms: 0.0364, reason: 0.94, literals: 0.62, risk: 0.72 },
  'train7-ja': { falseAlarms: 0.0728, reason: 0.9, literals: 0.62, risk: 0.74 },
};
const extractionFloors = {
  r1: { ja: 0.53, en: 0.65 },
  r2: { ja: 0.67, en: 0.72 },
  r3: { ja: 0.71, en: 0.73 },
  r4: { ja: 0.81, en: 0.81 },
  r5: { ja: 0.73, en: 0.7 },
  r6: { ja: 0.58, en: 0.64 },
  r7: { ja: 0.8, en: 0.73 },
  r8: { ja: 0.74, en: 0.71 },
  r9: { ja: 0.62, en: 0.6 },
  r10: { ja: 0.69, en: 0.68 },
  r11: { ja: 0.71, en: 0.64 },
  r12: { ja: 0.69, en: 0.7 },
  r13: { ja: 0.69, en: 0.77 },
  r14: { ja: 0.63, en: 0.75 },
  r15: { ja: 0.67, en: 0.71 },
  r16: { ja: 0.46, en: 0.46 },
  r17: { ja: 0.27, en: 0.41 },
  r18: { ja: 0.47, en: 0.51 },
  r19: { ja: 0.22, en: 0.44 },
  r20: { ja: 0.47, en: 0.6 },
  r21: { ja: 0.54, en: 0.59 },
  r22: { ja: 0.39, en: 0.47 },
  r23: { ja: 0.51, en: 0.59 },
  r24: { ja: 0.38, en: 0.59 },
  r25: { ja: 0.44, en: 0.58 },
  r26: { ja: 0.49, en: 0.72 },
  r27: { ja: 0.68, en: 0.68 },
  r28: { ja: 0.45, en: 0.47 },
  r29: { ja: 0.41, en: 0.46 },
  r30: { ja: 0.49, en: 0.54 },
  r31: { ja: 0.36, en: 0.36 },
  r32: { ja: 0.53, en: 0.59 },
  r33: { ja: 0.48, en: 0.65 },
  r34: { ja: 0.67, en: 0.71 },
  r35: { ja: 0.5, en: 0.49 },
  r36: { ja: 0.48, en: 0.65 },
  r37: { ja: 0.59, en: 0.59 },
  r38: { ja: 0.48, en: 0.6 },
  r39: { ja: 0.52, en: 0.67 },
  r40: { ja: 0.49, en: 0.54 },
  r41: { ja: 0.49, en: 0.44 },
  r42: { ja: 0.42, en: 0.54 },
  r43: { ja: 0.33, en: 0.53 },
  r44: { ja: 0.48, en: 0.53 },
  r45: { ja: 0.44, en: 0.57 },
  r46: { ja: 0.53, en: 0.57 },
  r47: { ja: 0.5, en: 0.5 },
  r48: { ja: 0.32, en: 0.54 },
  r49: { ja: 0.42, en: 0.59 },
  r50: { ja: 0.49, en: 0.63 },
  r51: { ja: 0.49, en: 0.65 },
  r52: { ja: 0.56, en: 0.59 },
  r53: { ja: 0.58, en: 0.6 },
  r54: { ja: 0.49, en: 0.54 },
  r55: { ja: 0.48, en: 0.56 },
  r56: { ja: 0.4, en: 0.51 },
  r57: { ja: 0.55, en: 0.53 },
  r59: { ja: 0.6, en: 0.63 },
  r60: { ja: 0.41, en: 0.46 },
  r61: { ja: 0.41, en: 0.5 },
  r62: { ja: 0.6, en: 0.57 },
  r63: { ja: 0.53, en: 0.58 },
  r64: { ja: 0.38, en: 0.52 },
  r65: { ja: 0.32, en: 0.49 },
  r66: { ja: 0.4, en: 0.54 },
  r67: { ja: 0.49, en: 0.48 },
  r68: { ja: 0.41, en: 0.52 },
};
const rounds = [
  'r1',
  'r2',
  'r3',
  'r4',
  'r5',
  'r6',
  'r7',
  'r8',
  'r9',
  'r10',
  'r11',
  'r12',
  'r13',
  'r14',
  'r15',
  'r16',
  'r17',
  'r18',
  'r19',
  'r20',
  'r21',
  'r22',
  'r23',
  'r24',
  'r25',
  'r26',
  'r27',
  'r28',
  'r29',
  'r30',
  'r31',
  'r32',
  'r33',
  'r34',
  'r35',
  'r36',
  'r37',
  'r38',
  'r39',
  'r40',
  'r41',
  'r42',
  'r43',
  'r44',
  'r45',
  'r46',
  'r47',
  'r48',
  'r49',
  'r50',
  'r51',
  'r52',
  'r53',
  'r54',
  'r55',
  'r56',
  'r57',
  'r59',
  'r60',
  'r61',
  'r62',
  'r63',
  'r64',
  'r65',
  'r66',
  'r67',
  'r68',
] as const;
const planRounds = [
  ...rounds,
  'r58',
  'train-ja',
  'train-en',
  'train2-ja',
  'train2-en',
  'train3-ja',
  'train3-en',
  'train5',
  'train6',
  'train7-en',
  'train7-ja',
] as const;

describe('plans by strangers', () => {
  for (const round of sampleToTry(planRounds)) {
    it(`are rejected for a literal that is surely lost, and for nothing else: ${round}`, () => {
      const judged = readTable<PlanCase>(`rounds/terms-${round}`).map((of) => {
        const tasks = of.plan.map((acceptance) => ({ acceptance }));
        return { of, given: gate.check(of.terms, tasks), own: gate.check(of.request, tasks) };
      });
      const { falseAlarms, reason, literals, risk } = planFloors[round];
      const complete = judged.filter(({ of }) => of.complete);
      const rejected = judged.filter(({ given }) => given.decision === 'reject');
      const literal = judged.filter(({ of }) => of.lost.some(({ kind }) => literalKinds.has(kind)));
      const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
        part.length / whole.length;
      for (const terms of ['given', 'own'] as const) {
        const alarms = complete.filter((each) => each[terms].decision === 'reject');
        const caught = literal.filter((each) => each[terms].decision === 'reject');
        expect(share(alarms, complete)).toBeLessThanOrEqual(falseAlarms);
        expect(share(caught, literal)).toBeGreaterThanOrEqual(literals);
      }
      // The share of pairs of a lossy and a complete plan in which the lossy one has the greater risk.
      const lossy = judged.filter(({ of }) => !of.complete);
      const pairs = lossy.flatMap((one) =>
        complete.map((other) => one.own.result.risk > other.own.result.risk),
      );
      expect(share(pairs.filter(Boolean), pairs)).toBeGreaterThanOrEqual(risk);
      const right = rejected.filter(({ of, given }) =>
        of.lost.some(({ term }) => given.result.errors.some((text) => text.includes(term))),
      );
      expect(share(right, rejected)).toBeGreaterThanOrEqual(reason);
    });
  }
});

describe('terms that strangers mark', () => {
  for (const round of sampleToTry(rounds))
    for (const lang of ['ja', 'en'] as const)
      it(`are extracted: ${round} ${lang}`, () => {
        const cases = readTable<TextCase>(`rounds/terms-extract-${round}`);
        let hits = 0;
        let total = 0;
        for (const { text, terms } of cases.filter((each) => each.lang === lang)) {
          const got = new Set(extractRequiredTerms(text).terms.map(foldTerm));
          const wanted = new Set(terms.map(foldTerm));
          hits += [...wanted].filter((term) => got.has(term)).length;
          total += got.size + wanted.size;
        }
        expect((2 * hits) / total).toBeGreaterThanOrEqual(extractionFloors[round][lang]);
      });
});

describe('parts that name one thing', () => {
  for (const [request, ...terms] of [
    ['Send boxes lighter than 2 kg to Otley by Friday.', 'lighter than 2 kg', 'Otley', 'by Friday'],
    ['Book before noon on the last Friday of August.', 'before noon', 'last Friday of August'],
    ['The nurse checks every form for dates of travel.', 'every form', 'dates of travel'],
    [
      '棚卸しの結果を九月第三土曜に送り、原本には触れない。',
      '棚卸し',
      '結果',
      '第三土曜',
      '原本には触れない',
    ],
    ['Block fares under 30 euros.', 'fares', 'under 30 euros'],
    ['Ring the caterer at twenty to nine about the cake.', 'twenty to nine', 'cake'],
    ['Start the fire drill at a quarter past six.', 'fire drill', 'a quarter past six'],
    ['瓶を六度まで冷やす。', '瓶', '六度'],
    ['定員を九人まで増やせる。', '定員', '九人まで'],
    ['Book one guide per eight hikers.', 'one guide per eight hikers'],
    ['木曜までに書式B-4を届け、第5倉庫に置く。', '木曜まで', '書式B-4', '第5倉庫'],
  ] as const)
    it(`are whole in: ${request}`, () => {
      expect(extractRequiredTerms(request).terms).toEqual(expect.arrayContaining([...terms]));
    });
});
