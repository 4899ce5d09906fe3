import type { Catalog } from './catalog.ts';

/** Why a run was rejected, by its reason. */
export const reasonCatalog: Catalog = {
  en: {
    attempts: 'No attempt passed, and no more attempts are allowed.',
    'output-tokens': 'The limit for output tokens is reached.',
    'total-tokens': 'The token limit is reached.',
    cost: 'The cost limit is reached.',
    time: 'The time limit is reached.',
    'no-progress': 'The last correction changed nothing, so further attempts were given up.',
    refused: 'The model or its content filter refused the request.',
    aborted: 'The run was aborted.',
    'generate-failed': 'The call to the model failed.',
    unreviewed: 'A rule or a review did not finish.',
  },
  ja: {
    attempts: '試行回数の上限までに合格しませんでした。',
    'output-tokens': '出力トークンの上限に達しました。',
    'total-tokens': 'トークンの上限に達しました。',
    cost: '費用の上限に達しました。',
    time: '制限時間に達しました。',
    'no-progress': '修正しても結果が変わらないため、試行を打ち切りました。',
    refused: 'モデルまたはコンテンツフィルターが要求を拒否しました。',
    aborted: '実行は中断されました。',
    'generate-failed': 'モデルの呼び出しに失敗しました。',
    unreviewed: 'ルールかレビューが完了しませんでした。',
  },
};
