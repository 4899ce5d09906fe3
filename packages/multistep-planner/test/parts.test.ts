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

  it.each([
    '1 where do i park 2 is breakfast included',
    'when does the pool close for the winter, is there also a sauna',
    'my heating is broken who do i call also am i allowed to drill holes',
    '聞きたいのは二つで、シロップを錠剤に変えてもらえるのかとあとカードを提示するやり方です',
  ])('splits %s', (message) => {
    expect(splitIntents(message)).toHaveLength(2);
  });

  it('leaves the request for an answer out of the last item', () => {
    const message = '①請求書に印字する方法 ②部門別の試算表の出し方、以上2点ご教示ください。';
    const parts = splitIntents(message);
    expect(parts).toHaveLength(2);
    expect(parts[1]).not.toContain('以上');
  });

  it('leaves the number of the items out of the last one', () => {
    const parts = splitIntents('①受講に年齢制限はあるか\n②道具は借りられるか\nの2点教えてください');
    expect(parts).toHaveLength(2);
    expect(parts[1]).not.toContain('2点');
  });

  it('joins a purchase with the question of its item', () => {
    const [first] = splitIntents('1) bought a hat by accident, how do i return it 2) do you ship');
    expect(first).toContain('hat');
  });

  it('reads the sentences of a pasted error as a quotation', () => {
    const message =
      'I get this:\nERR 4107: Posting rejected. Contact your administrator.\nWhat do I do?';
    expect(splitIntents(message)).toHaveLength(1);
  });

  it.each([
    '保存を押すと\n「E-12 権限がありません。管理者に確認してください」\nと表示されます。',
    '印刷したら\nエラー 52:\n用紙がありません。\nって出て進まない。急ぎなのに泣',
    '犬の同伴ってできますか、テラス席のとき。',
    '顧客を一括で登録したいです。手入力は避けたいのですが、CSVで取り込めますか。',
  ])('reads %s as one search', (message) => {
    const { plan } = planByRules({ message });
    expect(plan.steps.filter(({ type }) => type === 'search')).toHaveLength(1);
  });

  it('keeps an error on a line without a colon before it', () => {
    const message =
      'the sync stops every night\nError: EACCES: permission denied, open\nbut i am the admin???';
    const { plan } = planByRules({ message });
    expect(plan.steps[0]).toMatchObject({ query: expect.stringContaining('EACCES') });
  });

  it('joins the question about settings with the wish before it', () => {
    const message = '海外でデータ通信を使いたいです。設定はどうすれば?';
    const { plan } = planByRules({ message });
    expect(plan.steps.filter(({ type }) => type === 'search')).toHaveLength(1);
  });

  it('leaves out a part that only announces the next one', () => {
    const message = 'How do I print the invoice? Also, separate matter, how do I add a user?';
    const { plan } = planByRules({ message });
    expect(plan.steps.filter(({ type }) => type === 'search')).toHaveLength(2);
  });
});

describe('buildQuery', () => {
  it('keeps an auxiliary verb in the place of a noun', () => {
    expect(buildQuery('Where will you store my will?')).toBe('store will');
  });

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
