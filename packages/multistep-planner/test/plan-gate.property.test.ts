import { anyCharacter, isLongRun } from '@kanmon/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlan, planByRules, planSchema } from '../src/index.ts';
import { splitIntents } from '../src/parts.ts';

const base = {
  steps: [
    { id: 's1', type: 'search', query: 'shipping Canada', topK: 3, filters: null },
    { id: 'f1', type: 'followup_search', basedOn: 'user', query: 'shipping Mexico', topK: 3 },
    { id: 'a1', type: 'answer', style: 'faq', includeSources: true },
  ],
  needsClarification: false,
  clarifyingQuestions: [],
  followupQueries: ['shipping Mexico'],
  confidence: 'high',
  language: 'en',
};
const keys = [
  'steps',
  'needsClarification',
  'confidence',
  'language',
  'followupQueries',
  'clarifyingQuestions',
  'raw',
  'plan',
  '__proto__',
  'constructor',
];
const stepKeys = [
  'id',
  'type',
  'query',
  'topK',
  'filters',
  'basedOn',
  'style',
  'includeSources',
  'questions',
  'about',
  'description',
];

function withMembers(step: object, members: object): object {
  return { ...step, ...members };
}

interface Mutation {
  readonly top: Readonly<Record<string, unknown>>;
  readonly step: object;
  readonly at: number;
  readonly removed: readonly string[];
}

const mutated = fc
  .record({
    top: fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { maxKeys: 3 }),
    step: fc.dictionary(fc.constantFrom(...stepKeys), fc.jsonValue(), { maxKeys: 3 }),
    at: fc.nat(2),
    removed: fc.subarray(keys.slice(0, 4)),
  })
  .map((mutation) => mutate(mutation));

/** One object changed at the top and in one step. */
function mutate({ top, step, at, removed }: Mutation): Record<string, unknown> {
  const steps = base.steps.map((each, index) => (index === at ? withMembers(each, step) : each));
  const whole: Record<string, unknown> = Object.assign({ ...base, steps }, top);
  for (const key of removed) delete whole[key];
  return whole;
}

const wrapped = fc
  .tuple(
    mutated,
    fc.constantFrom('plain', 'fence', 'prose', 'bom', 'cut', 'object', 'nan'),
    fc.nat(100),
  )
  .map(([value, form, share]) => {
    const text = JSON.stringify(value);
    if (form === 'object') return value;
    if (form === 'fence') return `\`\`\`json\n${text}\n\`\`\``;
    if (form === 'prose') return `Sure, here is the plan: ${text} Good luck!`;
    if (form === 'bom') return `\uFEFF${text}`;
    if (form === 'nan') return text.replace(/:\d+/u, ':NaN');
    return form === 'cut' ? text.slice(0, Math.floor((text.length * share) / 100)) : text;
  });

const runs = isLongRun ? 10_000 : 500;

test('a mutated plan never throws and never passes invalid', () => {
  fc.assert(
    fc.property(wrapped, (raw) => {
      const result = parsePlan(raw, { input: { message: 'How much is shipping to Canada?' } });
      expect(planSchema.safeParse(result.plan).success).toBe(true);
      expect(result.accepted).toBe(result.source !== 'rule-fallback');
    }),
    { numRuns: runs },
  );
});

test('any string is planned, split and parsed to something valid, the same every time', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom(
        '送',
        '料',
        'は',
        'と',
        '、',
        '？',
        'の',
        'あと',
        'カ',
        'a',
        ' ',
        'and',
        '\n',
        '"',
        '「',
      ),
    }),
  );
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 3 }), (message, earlier) => {
      const history = earlier.map((content, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content,
      }));
      const outcome = planByRules({ message, history });
      expect(planSchema.safeParse(outcome.plan).success).toBe(true);
      expect(parsePlan(outcome.plan, { input: { message } }).source).toBe('as-given');
      expect(planByRules({ message, history })).toEqual(outcome);
      const hasLetters = /\p{L}/u.test(message.slice(0, 4000));
      expect(splitIntents(message).length).toBeGreaterThanOrEqual(hasLetters ? 1 : 0);
    }),
    { numRuns: isLongRun ? 2000 : 250 },
  );
});
