import { type Gate, isGated } from '@kanmon/core/gate';
import { expect, test } from 'vitest';
import {
  definePlanGate,
  type MultiStepQueryPlan,
  parsePlan,
  type PlanFindingCode,
  type PlanGateResult,
  planSchema,
} from '../src/index.ts';

const input = { message: '北海道への送料を教えてください' };
const search = { id: 's1', type: 'search', query: '北海道 送料', topK: 3 };
const answer = { id: 'a1', type: 'answer', style: 'faq', includeSources: true };
const clarify = { id: 'c1', type: 'clarify', questions: ['どの商品ですか？'] };
const plan = {
  steps: [search, answer],
  needsClarification: false,
  confidence: 'high',
  language: 'ja',
};
const asking = {
  steps: [clarify],
  needsClarification: true,
  clarifyingQuestions: ['どの商品ですか？'],
  confidence: 'low',
  language: 'ja',
};

function parse(raw: unknown): PlanGateResult {
  const result = parsePlan(raw, { input });
  expect(planSchema.safeParse(result.plan).success).toBe(true);
  expect('gated' in result).toBe(result.accepted);
  return result;
}

const codesOf = ({ findings }: PlanGateResult): readonly string[] =>
  findings.map(({ code }) => code);
const withStep = (step: object): object => ({ ...plan, steps: [{ ...search, ...step }, answer] });

function searchNumber(number: number): object {
  return { ...search, id: `s${number}`, query: `q${number}` };
}

test('a whole plan passes as it was given', () => {
  const result = parse(plan);
  expect(result).toMatchObject({ accepted: true, source: 'as-given', findings: [], plan });
  expect(isGated(result.gated)).toBe(true);
  expect(parse(asking)).toMatchObject({ source: 'as-given', plan: asking });
  expect(parse({ ...plan, steps: [answer] }).source).toBe('as-given');
});

test.each<[PlanFindingCode, unknown]>([
  ['id-assigned', { ...plan, steps: [{ ...search, id: '' }, answer] }],
  ['id-assigned', { ...plan, steps: [search, { ...answer, id: 's1' }] }],
  ['topk-defaulted', { ...plan, steps: [{ id: 's1', type: 'search', query: '送料' }, answer] }],
  ['topk-clamped', withStep({ topK: 999 })],
  ['topk-clamped', withStep({ topK: 0 })],
  ['topk-clamped', withStep({ topK: -1 })],
  ['style-defaulted', { ...plan, steps: [search, { ...answer, style: undefined }] }],
  ['sources-defaulted', { ...plan, steps: [search, { ...answer, includeSources: null }] }],
  ['answer-appended', { ...plan, steps: [search] }],
  ['null-dropped', { ...plan, followupQueries: null }],
  ['unknown-key-dropped', { ...plan, extra: 1 }],
  ['unknown-key-dropped', withStep({ extra: 1 })],
  ['language-filled', { ...plan, language: undefined }],
  ['questions-collected', { ...asking, clarifyingQuestions: undefined }],
  ['questions-collected', { ...asking, steps: [search, answer] }],
  ['whitespace-trimmed', withStep({ query: ' 送料 ' })],
  ['duplicate-search-dropped', { ...plan, steps: [search, { ...search, id: 's2' }, answer] }],
  ['raw-dropped', { ...plan, raw: 'x'.repeat(9000) }],
])('%s is a named repair', (code, raw) => {
  const result = parse(raw);
  expect(result).toMatchObject({ accepted: true, source: 'repaired' });
  expect(codesOf(result)).toContain(code);
});

test.each<[PlanFindingCode, unknown]>([
  ['not-json', 'no plan here'],
  ['not-json', ''],
  ['not-json', 42n],
  ['cut-off', JSON.stringify(plan).slice(0, 80)],
  ['not-object', [plan]],
  ['not-object', 'null'],
  ['not-object', 7],
  ['too-large', `{"steps": "${'x'.repeat(300_000)}"}`],
  ['steps-not-array', { ...plan, steps: {} }],
  ['steps-empty', { ...plan, steps: [] }],
  ['too-many-steps', { ...plan, steps: Array.from({ length: 100_000 }, () => answer) }],
  ['too-many-searches', { ...plan, steps: [1, 2, 3, 4, 5].map(searchNumber) }],
  ['too-many-questions', { ...asking, steps: [{ ...clarify, questions: ['a', 'b', 'c', 'd'] }] }],
  ['unknown-step-type', withStep({ type: 'delete' })],
  ['unknown-step-type', withStep({ type: 'toString' })],
  ['query-missing', withStep({ query: undefined })],
  ['query-blank', withStep({ query: '   ' })],
  ['query-too-long', withStep({ query: '送'.repeat(401) })],
  ['query-control-character', withStep({ query: 'a\u0000b' })],
  ['query-control-character', withStep({ query: 'a\u202Eb' })],
  ['query-control-character', withStep({ query: 'a\uD800b' })],
  ['query-looks-like-data', withStep({ query: '{"a": 1}' })],
  ['query-looks-like-data', withStep({ query: '["a"]' })],
  ['query-looks-like-data', withStep({ query: '```sql```' })],
  ['questions-empty', { ...asking, steps: [{ ...clarify, questions: [] }] }],
  ['questions-empty', { ...asking, steps: [{ ...clarify, questions: [' '] }] }],
  ['question-too-long', { ...asking, steps: [{ ...clarify, questions: ['何'.repeat(201)] }] }],
  ['based-on-invalid', withStep({ type: 'followup_search', basedOn: 'model' })],
  ['style-invalid', { ...plan, steps: [search, { ...answer, style: 'poem' }] }],
  ['type-wrong', { ...plan, steps: [search, { ...answer, includeSources: 'yes' }] }],
  ['type-wrong', { ...plan, needsClarification: 'no' }],
  ['type-wrong', withStep({ query: 5 })],
  ['confidence-invalid', { ...plan, confidence: 0.9 }],
  ['needs-clarification-missing', { ...plan, needsClarification: undefined }],
  ['clarify-mismatch', { ...plan, needsClarification: true }],
  ['clarify-mismatch', { ...asking, needsClarification: false }],
  ['topk-invalid', withStep({ topK: 2.5 })],
  ['topk-invalid', withStep({ topK: '8' })],
  ['filters-invalid', withStep({ filters: [] })],
  ['filters-invalid', withStep({ filters: { a: { b: { c: { d: 1 } } } } })],
  [
    'forbidden-key',
    `{"steps": [], "needsClarification": false, "confidence": "low", "x": {"__proto__": {}}}`,
  ],
  ['forbidden-key', withStep({ filters: { constructor: 1 } })],
  ['step-order', { ...plan, steps: [answer, search] }],
  ['step-order', { ...plan, steps: [search, answer, { ...answer, id: 'a2' }] }],
  ['nothing-to-do', { ...asking, needsClarification: false }],
])('%s refuses the whole plan', (code, raw) => {
  const result = parse(raw);
  expect(result).toMatchObject({ accepted: false, source: 'rule-fallback' });
  expect(codesOf(result)).toContain(code);
  // Never merged: what stands in its place is the rule plan.
  expect(result.plan.steps).toEqual([
    { id: 'step_search_1', type: 'search', query: '北海道 送料', topK: 8 },
    { id: 'step_answer_1', type: 'answer', style: 'faq', includeSources: true },
  ]);
});

const hostile: readonly (readonly [string, () => unknown])[] = [
  [
    'a getter that throws',
    () => Object.defineProperty({}, 'steps', { enumerable: true, get: broken }),
  ],
  [
    'a proxy that throws',
    () => new Proxy({}, { get: broken, ownKeys: broken, getPrototypeOf: broken }),
  ],
  [
    'a cycle',
    () => Object.assign({ steps: [] as unknown[] }, { steps: [{}] }, { self: globalThis }),
  ],
  ['undefined', () => undefined],
  ['a function', () => broken],
  ['a symbol', () => Symbol('plan')],
  ['NaN', () => ({ ...plan, steps: [{ ...search, topK: Number.NaN }, answer] })],
  ['1 MB of brackets', () => '['.repeat(1_000_000)],
  ['1 MB of open objects', () => '{"a":'.repeat(200_000)],
  ['deep nesting', () => `{"steps": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
];

function broken(): never {
  throw new Error('hostile');
}

test.each(hostile)('%s gives a valid plan', (_name, make) => {
  expect(parse(make()).accepted).toBe(false);
});

test('a plan is found in prose, fences, a wrapper and with a BOM', () => {
  const text = JSON.stringify(plan);
  for (const raw of [
    `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nDone.`,
    `\uFEFF${text}`,
    { plan },
    JSON.stringify({ plan }),
  ]) {
    expect(parse(raw)).toMatchObject({ accepted: true, plan });
  }
});

test('a custom fallback is used, and checked', () => {
  const own: MultiStepQueryPlan = {
    steps: [{ id: 'a', type: 'answer', style: 'faq', includeSources: false }],
    needsClarification: false,
    confidence: 'low',
  };
  expect(parsePlan('x', { input, fallback: () => own }).plan).toEqual(own);
  expect(parsePlan('x', { input, fallback: broken }).plan.steps[0]).toMatchObject({
    query: '北海道 送料',
  });
  expect(
    parsePlan('x', { input, fallback: () => ({ ...own, steps: [] }) }).plan.steps[0],
  ).toMatchObject({ query: '北海道 送料' });
});

test('every code has a text in both languages', () => {
  const gate: Gate<MultiStepQueryPlan> = definePlanGate();
  for (const rule of gate.definition.rules ?? []) {
    for (const code of rule.codes) {
      for (const locale of ['en', 'ja'] as const) {
        const finding = {
          rule: rule.id,
          code,
          severity: rule.severity,
          path: '/steps/0',
          params: {},
        };
        expect(gate.format(finding, { locale })).not.toContain(`${code} at`);
      }
    }
  }
});
