import type { Edition } from './edition.ts';
import { endlessRule, fence, schemaOf } from './sample-parts.ts';

const texts: Edition['texts'] = {
  title: '試す',
  lead: '手元の文章でゲートを試せます。すべてこのページの中で動き、入力した内容はどこにも送られません。',
  tabs: { answer: '回答', rule: 'ルール', terms: '用語', plan: '計画' },
  abouts: {
    answer: 'モデルの回答から JSON を取り出し、修復に名前を付け、スキーマで判定します。',
    rule: 'TypeScript で書いたルールを値に適用します。コードは通信も保存もできない隔離環境で、長くても 1 秒だけ動きます。',
    terms: '要求の用語が計画のタスクに残っているかを調べます。',
    plan: '発言と履歴から、ルールだけで検索計画を立てます。',
  },
  sample: '例',
  ownText: '自分の文章',
  copyLink: 'リンクをコピー',
  copied: 'リンクをコピーしました。',
  notCopied: 'ブラウザがコピーを許可しませんでした。このページのアドレスがそのままリンクです。',
  tooLong: '文章が長すぎて、リンクにできません。',
  badLink:
    'リンクが壊れているか、このページで作られたものではありません。代わりに例を表示しています。',
  loading: '読み込み中',
  late: '3 秒で打ち切りました。スキーマのパターンの照合が終わらない可能性があります。',
  failed: '実行できませんでした：',
  fields: {
    answer: 'モデルの回答',
    schema: 'JSON Schema',
    code: 'ルール（TypeScript）',
    value: '値（JSON）',
    context: 'コンテキスト（JSON）',
    request: '要求',
    planTasks: '計画（1 行に 1 タスク）',
    message: '発言',
    history: '履歴（1 行に 1 発言）',
  },
  hints: {
    history: '行の先頭に「利用者:」か「応答:」を付けます。',
  },
  passed: '合格',
  refused: '不合格',
  cutOff: '途中まで',
  notFound: '値なし',
  asRead: '読み取った回答',
  pick: '印に触れるか修復を選ぶと、意味が表示されます。',
  noRepairs: '修復は不要でした。',
  repairs: '修復',
  classes: { lossless: 'lossless', guess: 'guess', lossy: 'lossy' },
  classMeanings: {
    lossless: '読み方は 1 つだけ',
    guess: '複数の読み方から最良を選択',
    lossy: '失われた部分がある',
  },
  outside: '値の外',
  value: '取り出した値',
  findings: '指摘',
  noFindings: '値はスキーマに合っています。',
  correction: '修正依頼のプロンプト',
  modes: {
    patch: '不合格の箇所のパッチを求めます',
    full: '回答全体の書き直しを求めます',
    continue: '回答の続きを求めます',
  },
  schemaInvalid: 'スキーマが不正です：',
  must: '必須',
  should: '推奨',
  wholeValue: '値全体',
  run: '実行',
  running: '実行中',
  runHint: '［実行］を押すまで何も動きません。エディタでは Ctrl+Enter でも実行できます。',
  ruleLate: '1 秒で打ち切りました。ページはそのまま使えます。',
  ruleStages: {
    value: '値が JSON ではありません：',
    context: 'コンテキストが JSON ではありません：',
    code: 'コードが失敗しました：',
    rules: 'ルールが使えません：',
    none: 'コードがルールをエクスポートしていません。defineRule の戻り値をエクスポートしてください。',
    answer: 'コードから、読み取れる結果が返りませんでした。',
  },
  judgedBy: 'ルール',
  decisions: { accept: '受理', warn: '警告つきで受理', reject: '却下' },
  reasons: '理由',
  termTable: '用語',
  termKind: '種類',
  termMethod: '見つけ方',
  termPick: '用語を選ぶと、その場所が分かります。',
  noTerms: '要求に、調べられる用語がありません。',
  statuses: {
    preserved: '維持',
    uncertain: '不確か',
    missing: '欠落',
    violated: '違反',
    clear: '指示どおり対象外',
  },
  surenesses: { lost: '確実に欠落', likely: 'おそらく欠落', unsure: '判断できず', found: '' },
  verdictReasons: {
    found: '見つかった',
    'partly-found': '一部だけ見つかった',
    'only-negated': '対象外としてのみ記載',
    'number-changed': '数値が違う',
    'not-found': '見つからない',
    'excluded-term-present': '対象外なのに計画にある',
    'excluded-term-absent': '対象外で、計画にない',
  },
  requestRead: '要求',
  planRead: '計画',
  repairPrompt: '計画役へのプロンプト',
  steps: '手順',
  stepTypes: {
    search: '検索',
    followup_search: '続きの検索',
    clarify: '聞き返し',
    answer: '回答',
  },
  styles: { faq: '短い回答', step_by_step: '手順を追う回答' },
  confidence: '確信度',
  confidences: { high: '高', medium: '中', low: '低' },
  scores: { clarify: '聞き返す必要', followup: '履歴への依存' },
  planReasons: {
    'empty-message': '発言に文字も数字もありません。',
    'no-content': '検索できるものの名前が発言にありません。',
    chitchat: '挨拶、お礼、雑談です。',
    'pending-dropped': '発言は、聞き返した質問への返事ではありません。',
    'topic-switch': '発言が話題の変更を告げています。',
    'several-intents': '質問が複数あり、それぞれ検索します。',
    'unclear-part-left-out': '発言の一部が不明なので、検索しません。',
    'clarify-suppressed': '聞き返すと、前の質問の繰り返しになります。',
    'followup-demonstrative': '「それ」などが履歴のものを指しています。',
    'followup-elaboration': '同じ話題の詳しい説明を求めています。',
    'followup-ellipsis': '履歴がないと意味が足りない発言です。',
    'followup-opener': '続きの質問の始まり方です。',
    'followup-zero-anaphora': '主題が省略されています。',
    'pending-value': '聞き返した情報への返事です。',
    'pending-picked': '示したものから選んだ返事です。',
    'pending-refused': '情報を答えないという返事です。',
    'terms-carried': '履歴の言葉を検索に加えました。',
    'intent-dropped': '質問の数が、許される検索の数を超えています。',
    clarify: '足りない情報を聞き返します。',
    'clarify-answered-by-history': '発言に足りない情報が履歴にあります。',
    'demonstrative-without-antecedent': '「それ」などの指すものが履歴にありません。',
    'attribute-without-owner': '性質だけがあり、何の性質かが分かりません。',
    'personal-without-identifier': '個人の用件に、番号がありません。',
    'required-slot-empty': 'この話題に必要な情報がありません。',
    'choice-without-criterion': '選ぶ基準がないまま、選択を求めています。',
    'instruction-dropped': 'アシスタントへの指示を検索から除きました。',
    'history-truncated': '履歴のうち、新しい発言だけを読みました。',
    'message-truncated': '発言の先頭だけを読みました。',
    'characters-dropped': '見えない文字を取り除きました。',
  },
};

const samples: Edition['samples'] = {
  answer: [
    {
      title: '文章の中の崩れた JSON',
      state: {
        answer: `ご依頼の計画です。

${fence}json
{
  title: 'リリース 2.4',  // 仮題
  "owner": 「美香」,
  "tasks": [
    { "text": "FAQ を書く", "days": ２, },
    { "text": "リンクを確かめる" "days": "1日" },
  ],
  "draft": True
}
${fence}

不足があればお知らせください。`,
        schema: schemaOf('["美香", "健"]'),
      },
    },
    {
      title: '途中で切れた回答',
      state: {
        answer: `{
  "title": "リリース 2.4",
  "owner": "健",
  "tasks": [
    { "text": "FAQ を書く", "days": 2 },
    { "text": "リンクを確`,
        schema: schemaOf('["美香", "健"]'),
      },
    },
    {
      title: '合格する回答',
      state: {
        answer: `こちらです：{title: 'リリース 2.4', owner: '健', tasks: [{text: 'FAQ を書く', days: 2}]}`,
        schema: schemaOf('["美香", "健"]'),
      },
    },
  ],
  rule: [
    {
      title: '担当者はチームの人だけ',
      state: {
        code: `import { defineRule } from '@kanmon/core/gate';

interface Context {
  readonly team: readonly string[];
}

export const knownOwner = defineRule({
  id: 'known-owner',
  select: ['/tasks/*/owner'],
  messages: { ja: { unknown: '{owner}さんはチームにいません' } },
  check(owner: string, context: Context, report) {
    if (context.team.includes(owner)) return;
    report('unknown', { params: { owner } });
  },
});

export const realisticDays = defineRule({
  id: 'realistic-days',
  severity: 'should',
  select: ['/tasks/*/days'],
  messages: { ja: { long: '1つの作業に{days}日は長すぎます' } },
  check(days: number, _context, report) {
    if (days > 5) report('long', { params: { days } });
  },
});`,
        value: `{
  "tasks": [
    { "text": "FAQ を書く", "owner": "美香", "days": 2 },
    { "text": "リンクを確かめる", "owner": "太郎", "days": 9 }
  ]
}`,
        context: '{ "team": ["美香", "健"] }',
      },
    },
    { title: '終わらないルール', state: endlessRule },
  ],
  terms: [
    {
      title: '要求が抜けた再計画',
      state: {
        request: '認証を3秒以内に終え、GET /items を返す。印刷は不要',
        plan: `T1: 認証を30秒以内に完了する
T2: \`GET /items/old\` を実装し、印刷もできる`,
      },
    },
    {
      title: '言い換えても守られた計画',
      state: {
        request: '認証を3秒以内に終え、GET /items を返す。印刷は不要',
        plan: `T1: ログイン認証を3,000ms以内に完了する
T2: \`GET /items\` を実装する`,
      },
    },
  ],
  plan: [
    {
      title: '前の質問の続き',
      state: {
        message: '沖縄は？',
        history: `利用者: 北海道への送料を教えてください
応答: 北海道への送料は800円です。`,
      },
    },
    {
      title: '1 文に 2 つの質問',
      state: { message: 'ギフト配送と領収書発行の条件をまとめて教えて', history: '' },
    },
    { title: '内容が分からない発言', state: { message: 'うまくいきません', history: '' } },
    {
      title: '言い直し',
      state: {
        message: '赤ではなく青です',
        history: `利用者: 赤いリュックの在庫はありますか？
応答: 赤いリュックは在庫があります。`,
      },
    },
  ],
};

/** The playground in Japanese. */
export const japanese: Edition = { language: 'ja', texts, samples };
