import { caseReader } from '@kanmon/test-support';
import { describe, expect, it, test } from 'vitest';
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

/** The queries of a message after lines that alternate, the user first. */
function queriesAfter(lines: readonly string[], message: string): readonly string[] {
  const { plan } = planByRules({ message, history: historyOf(lines) });
  return plan.steps.flatMap((step) => ('query' in step ? [step.query] : []));
}

describe('a return to an earlier question', () => {
  it.each([
    [
      ['How do I cancel my gym pass?', 'In the app.', 'Is there parking?', 'Yes, behind the hall.'],
      'right, back to cancelling, is there a deadline',
      ['cancelling', 'gym pass'],
      'parking',
    ],
    [
      ['粗大ごみはどう出しますか', '予約が必要です。', '図書館は何時までですか', '8時までです。'],
      '粗大ごみの話に戻りますが、手数料はいくらですか',
      ['粗大ごみ', '手数料'],
      '図書館',
    ],
    [
      ['粗大ごみはどう出しますか', '予約が必要です。', '図書館は何時までですか', '8時までです。'],
      'さっきの粗大ごみの件ですが、手数料はいくらですか',
      ['粗大ごみ', '手数料'],
      '図書館',
    ],
    [
      ['自転車はどこに停めますか', '裏の駐輪場です。', '図書館は何時までですか', '8時までです。'],
      'さっきの乗り物の話に戻りますが、手数料はいくらですか',
      ['自転車', '手数料'],
      '図書館',
    ],
    [
      ['How do I cancel my gym pass?', 'In the app.', 'Is there parking?', 'Yes, behind the hall.'],
      'Thanks. Back to the gym pass. Would a guest need one?',
      ['gym pass', 'guest'],
      'parking',
    ],
    [
      ['How do I cancel my gym pass?', 'In the app.', 'Is there parking?', 'Yes, behind the hall.'],
      'Going back to what I first asked about, is there a deadline?',
      ['deadline', 'gym pass'],
      'parking',
    ],
    [
      ['How do I cancel my gym pass?', 'In the app.', 'Is there parking?', 'Yes, behind the hall.'],
      'Going back to the first thing I asked, would a guest need a locker?',
      ['locker', 'gym pass'],
      'parking',
    ],
  ])('after %j, %s', (lines, message, words, left) => {
    const queries = queriesAfter(lines, message);
    expect(queries).toHaveLength(1);
    for (const word of words) expect(queries[0]).toContain(word);
    expect(queries[0]).not.toContain(left);
  });

  it('without a name goes back to the first question', () => {
    const lines = ['How do I cancel my gym pass?', 'In the app.', 'Is there parking?', 'Yes.'];
    const [query] = queriesAfter(lines, 'back to my first question, what does it cost');
    expect(query).toContain('gym pass');
    expect(query).not.toContain('parking');
  });
});

describe('a complete question after another topic', () => {
  it.each([
    ['通信量を確認したい', '来週タイに行くのですが、韓国でもこの電話は使えますか', '通信量'],
    ['家庭教師の料金は？', '林間学校に持っていく物を知りたいのですが', '家庭教師'],
  ])('after %s, %s leaves it', (asked, message, left) => {
    expect(queriesAfter([asked, 'こちらです。'], message).join(' ')).not.toContain(left);
  });
});

describe('a question about the topic before', () => {
  it.each([
    // A number of another thing: the verb stays.
    [['Do you repair bikes?', 'Yes.'], 'What about a 20 kg ebike?', ['ebike', 'repair'], 'bikes'],
    [
      ['Do you sell pet insurance?', 'Yes.'],
      'Would it cover my cat if she had a tumour removed in May',
      ['insurance'],
    ],
    [['白内障手術は日帰りですか', 'はい。'], '手術の費用はいくらですか', ['白内障手術', '費用']],
    [
      ['鍵をなくしました', '鍵屋で交換できます。'],
      'それって今日のうちにできるんですか',
      ['鍵', '交換'],
    ],
    [
      ['Wi-Fiにつながりません', 'ルーターを再起動してください。'],
      '再起動のやり方は',
      ['ルーター', '再起動'],
    ],
    [['健康診断の予約をしたい', 'はい、窓口でどうぞ。'], '保険証いるん？', ['保険証', '健康診断']],
    // A noun beside a verb, without a particle.
    [['バスに鞄忘れた', '窓口にあります。'], '鞄じゃなくて帽子でした', ['帽子', '忘れ'], '鞄'],
    // The clause after the reason is what was asked for.
    [
      ['弟が足の骨を折ったので部活の休部の届を出したいです', '窓口へどうぞ。'],
      '退部のときも同じ?',
      ['退部', '届'],
    ],
    [['Which paint suits a garden shed?', 'A wood stain.'], 'How many layers?', ['shed', 'layers']],
  ])('after %j, %s', (lines, message, words, left = '/') => {
    const [query = ''] = queriesAfter(lines, message);
    for (const word of words) expect(query).toContain(word);
    expect(query).not.toContain(left);
  });

  it.each([
    [
      ['Tell me about the annual pass', 'It costs 90.'],
      'How do I renew it, and can I pay in instalments?',
      'annual pass',
    ],
    [
      ['富士山のバスツアーは空いていますか', 'はい。'],
      'それ、昼食は付きますか?あと集合時間はいつですか',
      'バスツアー',
    ],
  ])('after %j, each part of %s keeps it', (lines, message, topic) => {
    const queries = queriesAfter(lines, message);
    expect(queries).toHaveLength(2);
    for (const query of queries) expect(query).toContain(topic);
  });

  it('is not in a part that names another topic', () => {
    const lines = ['How do I reserve a kayak?', 'Online.'];
    const [, second] = queriesAfter(lines, 'How long can we have it? Do you sell maps?');
    expect(second).not.toContain('kayak');
  });
});

describe('a message that closes the dialog', () => {
  it.each([
    ['文字が消えない', 'あ、消えた!もう大丈夫です〜'],
    ['駐車場はありますか', 'よくわかりました。では家族と一緒に伺いますね。ありがとう。'],
    ['how do i skip a week', 'nah thats all have a good one'],
    ['my screen is black', 'ok will try another cable, have a lovely day'],
  ])('after %s, %s is not searched', (asked, message) => {
    expect(queriesAfter([asked, 'OK'], message)).toEqual([]);
  });

  it('may be small talk of the weather', () => {
    expect(queriesAfter([], 'こんにちは。今日は寒いですねえ')).toEqual([]);
  });
});
