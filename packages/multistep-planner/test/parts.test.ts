import { describe, expect, it } from 'vitest';
import { planByRules } from '../src/index.ts';
import { buildQuery, rewriteFollowup, splitIntents } from '../src/parts.ts';

describe('rewriteFollowup', () => {
  it.each(['What’s the history of tea?', "What's the history of tea?", '送料はいくらですか'])(
    'leaves a first question as it is written: %s',
    (message) => {
      expect(rewriteFollowup({ message })).toMatchObject({ query: message, changed: false });
    },
  );
});

describe('splitIntents', () => {
  it.each([
    'Book a table for me and my kids in Turkey',
    'I want to book a cafe in Alabama for me and my grandfather',
  ])('does not split the people of one request: %s', (message) => {
    expect(splitIntents(message, 'en')).toHaveLength(1);
  });

  it('splits two matters of one request', () => {
    const message = 'What documents do I need for a passport and for a driving licence?';
    expect(splitIntents(message, 'en')).toHaveLength(2);
  });
});

describe('buildQuery', () => {
  it.each([
    ['アレルギーで卵が食べられない', 'アレルギー 卵 食べられない'],
    ['薬が飲めません', '薬 飲めません'],
    ['水が止まらないんです', '水 止まらない'],
    ['席は空いていますか', '席 空いて'],
    ['もう一度送って', '一度 送って'],
    ['服が縮んでしまった', '服 縮んで'],
    ['荷物を預けられますか', '荷物 預けられる'],
    ['パスワードを忘れた', 'パスワード 忘れる'],
    ['写真を送りたい', '写真 送り'],
    ['友人に会いたい', '友人 会い'],
    ['料金が高いです', '料金 高い'],
  ])('keeps the verb of %s a word, with its negation', (text, query) => {
    expect(buildQuery(text)).toBe(query);
  });

  it('carries a verb into the next query as a word', () => {
    const history = [
      { role: 'user', content: 'ナッツが食べられない' },
      { role: 'assistant', content: 'かしこまりました。' },
    ] as const;
    const { plan } = planByRules({ message: '料金は？', history });
    expect(plan.steps[0]).toMatchObject({ query: 'ナッツ 食べられない 料金' });
  });
});
