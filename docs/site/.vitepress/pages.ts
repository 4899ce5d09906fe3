export const repository = 'https://github.com/kanmon-dev/kanmon';

/** A page of the site, titled in English and Japanese. */
export interface Page {
  /** Its address in English; the Japanese page is below `/ja`. */
  readonly path: string;
  readonly en: string;
  readonly ja: string;
}

/** A group of the side bar. */
export interface PageGroup {
  readonly title: { readonly en: string; readonly ja: string };
  readonly pages: readonly Page[];
}

/** Every page of the guide, in reading order. Both languages have the same pages. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: { en: 'Start', ja: 'はじめに' },
    pages: [
      { path: '/guide/what', en: 'What Kanmon is for', ja: 'Kanmon の用途' },
      {
        path: '/guide/first-gate',
        en: 'A first gate in five minutes',
        ja: '5 分で作る最初のゲート',
      },
      { path: '/guide/questions', en: 'Questions of newcomers', ja: 'よくある質問' },
      { path: '/playground', en: 'Playground', ja: '試す' },
    ],
  },
  {
    title: { en: 'Concepts', ja: '考え方' },
    pages: [
      { path: '/concepts/life-of-an-output', en: 'Life of an output', ja: '出力がたどる道' },
      { path: '/concepts/correction', en: 'Correction', ja: '修正' },
      { path: '/concepts/gated-values', en: 'Gated values', ja: '検査済みの値' },
      { path: '/concepts/events-and-replay', en: 'Events and replay', ja: 'イベントと再生' },
      { path: '/concepts/approval', en: 'Approval', ja: '承認' },
    ],
  },
  {
    title: { en: 'How to', ja: '手順' },
    pages: [
      { path: '/how-to/fix-broken-json', en: 'Fix broken JSON', ja: '壊れた JSON を直す' },
      {
        path: '/how-to/correct-within-a-budget',
        en: 'Correct within a budget',
        ja: '予算内で修正させる',
      },
      {
        path: '/how-to/write-a-rule',
        en: 'Write a rule and prove it sound',
        ja: '規則を書いて確かめる',
      },
      { path: '/how-to/stream-to-a-ui', en: 'Stream to a UI', ja: '画面へ逐次表示する' },
      { path: '/how-to/use-a-framework', en: 'Use it in a framework', ja: 'フレームワークで使う' },
      { path: '/how-to/keep-terms', en: 'Keep terms through a replan', ja: '再計画でも用語を守る' },
      {
        path: '/how-to/follow-findings',
        en: 'Follow findings through edits',
        ja: '改稿をまたいで指摘を追う',
      },
      {
        path: '/how-to/review-slides',
        en: 'Draft, review, approve slides',
        ja: 'スライドの下書きから承認まで',
      },
      { path: '/how-to/plan-questions', en: 'Plan questions', ja: '質問の検索計画を立てる' },
      { path: '/how-to/check-proposals', en: 'Check proposals', ja: '提案を検査する' },
      { path: '/how-to/run-on-postgresql', en: 'Run on PostgreSQL', ja: 'PostgreSQL で動かす' },
      {
        path: '/how-to/replay-in-an-incident',
        en: 'Replay in an incident',
        ja: '障害時に再生する',
      },
      { path: '/how-to/test-your-gate', en: 'Test your own gate', ja: '自分のゲートを試験する' },
    ],
  },
  {
    title: { en: 'Reference', ja: 'リファレンス' },
    pages: [
      { path: '/reference/errors', en: 'Errors', ja: 'エラー一覧' },
      { path: '/reference/repairs', en: 'Repairs', ja: '修復一覧' },
      { path: '/reference/runtimes', en: 'Runtimes and sizes', ja: '動作環境とサイズ' },
      { path: '/reference/comparison', en: 'Comparison', ja: '比較' },
      { path: '/reference/judgement', en: 'Judgement', ja: '判定の精度' },
      { path: '/reference/security', en: 'Security', ja: 'セキュリティ' },
      { path: '/reference/migration', en: 'Migration', ja: '移行' },
    ],
  },
  {
    title: { en: 'Packages', ja: 'パッケージ' },
    pages: [
      { path: '/reference/core', en: '@kanmon/core', ja: '@kanmon/core' },
      { path: '/reference/llm-adapters', en: '@kanmon/llm-adapters', ja: '@kanmon/llm-adapters' },
      { path: '/reference/event-store', en: '@kanmon/event-store', ja: '@kanmon/event-store' },
      {
        path: '/reference/term-preservation',
        en: '@kanmon/term-preservation',
        ja: '@kanmon/term-preservation',
      },
      {
        path: '/reference/multistep-planner',
        en: '@kanmon/multistep-planner',
        ja: '@kanmon/multistep-planner',
      },
      {
        path: '/reference/proposal-quality',
        en: '@kanmon/proposal-quality',
        ja: '@kanmon/proposal-quality',
      },
      {
        path: '/reference/issue-tracker',
        en: '@kanmon/issue-tracker',
        ja: '@kanmon/issue-tracker',
      },
      {
        path: '/reference/content-cards',
        en: '@kanmon/content-cards',
        ja: '@kanmon/content-cards',
      },
    ],
  },
];
