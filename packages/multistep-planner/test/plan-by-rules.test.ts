import { caseReader } from '@kanmon/test-support';
import { expect, test } from 'vitest';
import {
  type DialogMessage,
  type MultiStepQueryPlan,
  planByRules,
  planSchema,
} from '../src/index.ts';
import { shop } from './subjects/shop.ts';

interface Case {
  readonly message: string;
  readonly history?: readonly string[];
  /** Queries of the searches in order; absent: not checked. */
  readonly queries?: readonly string[];
  readonly about?: readonly string[];
  readonly kind: 'search' | 'clarify' | 'answer' | 'followup';
  readonly language?: string;
}

const read = caseReader(new URL('cases/', import.meta.url));
/** The cases of a shop know its vocabulary; the others are of many domains, and the rules know none. */
const tables = { dialogs: shop, 'any-domain': {} };
const cases = Object.entries(tables).flatMap(([name, rules]) =>
  (read(name) as readonly Case[]).map((each) => ({ ...each, rules })),
);

/** History lines alternate: the user speaks first. */
function historyOf(lines: readonly string[] = []): readonly DialogMessage[] {
  return lines.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
}

test.each(cases)(
  'plans $message',
  ({ rules, message, history, queries, about, kind, language }) => {
    const input = { message, history: historyOf(history) };
    const { plan } = planByRules(input, rules);
    expect(planSchema.safeParse(plan).success).toBe(true);
    expect(planByRules(input, rules).plan).toEqual(plan);
    expect({ kind: kindOf(plan), ...detailsOf(plan) }).toMatchObject({
      kind,
      ...(queries === undefined ? {} : { queries }),
      ...(about === undefined ? {} : { about }),
      ...(language === undefined ? {} : { language }),
    });
  },
);

function kindOf({ needsClarification, steps }: MultiStepQueryPlan): Case['kind'] {
  const types = new Set(steps.map(({ type }) => type));
  if (needsClarification) return 'clarify';
  if (types.has('followup_search')) return 'followup';
  return types.has('search') ? 'search' : 'answer';
}

function detailsOf({ steps, language }: MultiStepQueryPlan): object {
  return {
    queries: steps.flatMap((step) => ('query' in step ? [step.query] : [])),
    about: steps.flatMap((step) => (step.type === 'clarify' ? (step.about ?? []) : [])),
    language,
  };
}

test.each([
  ['and weekends', ['weekends open']],
  ['and on christmas', ['christmas open']],
  ['and holidays', ['holidays open']],
  ['and tomorrow!', ['tomorrow open']],
  ['and thanks', []],
  ['and great', []],
  ['and goodnight', []],
  ['and a lovely evening to you', []],
])('%s, after a question', (message, queries) => {
  const history = [
    { role: 'user' as const, content: 'when are you open' },
    { role: 'assistant' as const, content: 'From 9 to 5.' },
  ];
  const { plan } = planByRules({ message, history });
  expect(plan.steps.flatMap((step) => ('query' in step ? [step.query] : []))).toEqual(queries);
});

test.each([
  ['返品の期限は？', 'やっぱりいいです', []],
  ['返品の期限は？', 'ごめん間違えた', []],
  ['返品の期限は？', 'はい', []],
  ['返品の期限は？', '👍', []],
  ['Wi-Fiは使えますか', '何時まで', ['Wi-Fi 使える 何時まで']],
  ['can i return red shoes', 'forget it', []],
  ['can i return red shoes', 'stop', []],
  ['can i return red shoes', 'human please', []],
  ['what time do you close', 'do i need a reservation', ['reservation']],
  ['how do i change my password', 'whats the phone number of support', ['phone number support']],
  ['how do i use a coupon', 'actually i meant the gift cards', ['gift cards']],
  ['can i bring my dog', 'plus my cat', ['cat bring']],
])('after %s, %s', (content, message, queries) => {
  const history = [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'OK' },
  ];
  const { plan } = planByRules({ message, history });
  expect(plan.steps.flatMap((step) => ('query' in step ? [step.query] : []))).toEqual(queries);
});

test.each([
  ['shipping', ['Which region should it be shipped to?']],
  ['for shipping', ['Which region should it be shipped to?']],
  ['送料', ['お届け先の地域はどちらですか？']],
  ['Shipping?', ['Which region should it be shipped to?']],
  ['and shipping', ['Which region should it be shipped to?']],
])('%s, after another topic', (message, questions) => {
  const slots = {
    required: { shipping: { bare: 'region' } },
    questions: {
      region: { ja: 'お届け先の地域はどちらですか？', en: 'Which region should it be shipped to?' },
    },
  } as const;
  const domain = { topics: { shipping: { ja: ['送料'], en: ['shipping'] } }, slots };
  const asked = message === '送料' ? 'パスワードを変えたい' : 'how do i change my password';
  const history = [
    { role: 'user' as const, content: asked },
    { role: 'assistant' as const, content: 'OK' },
  ];
  const { plan } = planByRules({ message, history }, { domain });
  expect(plan.clarifyingQuestions ?? []).toEqual(questions);
});
