import { readdirSync } from 'node:fs';
import { type Gate, isGated } from '@kanmon/core/gate';
import { caseReader } from '@kanmon/test-support';
import { describe, expect, test } from 'vitest';
import {
  definePlanGate,
  type MultiStepQueryPlan,
  parsePlan,
  planByRules,
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
test('a whole plan passes as it was given', () => {
  const result = parse(plan);
  expect(result).toMatchObject({ accepted: true, source: 'as-given', findings: [], plan });
  expect(isGated(result.gated)).toBe(true);
  expect(parse(asking)).toMatchObject({ source: 'as-given', plan: asking });
  expect(parse({ ...plan, steps: [answer] }).source).toBe('as-given');
  // Empty lists and texts are no faults and stay.
  const sparse = {
    ...plan,
    clarifyingQuestions: [],
    followupQueries: [],
    steps: [{ ...search, description: '' }, answer],
  };
  expect(parse(sparse)).toMatchObject({ source: 'as-given', plan: sparse });
});

/** One case of `cases/gate/<code>.jsonl`: a raw plan, or a long text made of one character. */
interface GateCase {
  readonly kind: 'repair' | 'refusal';
  readonly name: string;
  readonly raw?: unknown;
  readonly repeat?: string;
  readonly times?: number;
}

const folder = new URL('cases/gate/', import.meta.url);
const codes = definePlanGate().definition.rules?.flatMap((rule) => rule.codes) ?? [];

test('every repair and every refusal has its file of cases', () => {
  const files = readdirSync(folder).map((file) => file.replace('.jsonl', ''));
  expect(files.toSorted()).toEqual(codes.toSorted());
});

describe.each(codes)('%s', (code) => {
  const cases = caseReader(folder)(code) as readonly GateCase[];

  test.each(cases)('$kind: $name', ({ kind, raw, repeat = '', times = 0 }) => {
    const result = parse(raw ?? repeat.repeat(times));
    expect(codesOf(result)).toContain(code);
    if (kind === 'repair') {
      expect(result).toMatchObject({ accepted: true, source: 'repaired' });
      // What was repaired once needs no second repair.
      expect(parse(result.plan)).toMatchObject({ source: 'as-given', plan: result.plan });
      return;
    }
    expect(result).toMatchObject({ accepted: false, source: 'rule-fallback' });
    // Never merged: the rule plan replaces it.
    expect(result.plan).toEqual(planByRules(input).plan);
  });
});

test('a step that the gate adds is one repair', () => {
  expect(codesOf(parse({ ...plan, steps: [search] }))).toEqual(['answer-appended']);
  expect(codesOf(parse({ ...asking, steps: [search, answer] }))).toEqual(['questions-collected']);
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
  ['a bigint', () => 42n],
  ['10^5 steps', () => ({ ...plan, steps: Array.from({ length: 100_000 }, () => answer) })],
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
  const [step] = own.steps;
  const invalid: readonly MultiStepQueryPlan[] = [
    { ...own, steps: [] },
    // Of the right shape, and refused by the gate.
    { ...own, needsClarification: true },
    { ...own, steps: step === undefined ? [] : [step, { ...step, id: 'b' }] },
  ];
  for (const each of invalid) {
    expect(parsePlan('x', { input, fallback: () => each }).plan.steps[0]).toMatchObject({
      query: '北海道 送料',
    });
  }
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
