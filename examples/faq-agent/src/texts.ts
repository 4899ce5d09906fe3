import type { Locale } from '@kanmon/core';

/** The words of the chat itself; answers come in the language of the question. */
export interface ChatTexts {
  readonly welcome: string;
  readonly kept: (session: string) => string;
  readonly question: string;
  readonly answer: string;
  readonly askedBack: string;
  readonly planning: string;
  readonly searching: (query: string) => string;
  readonly writing: string;
  readonly plan: (source: string) => string;
  readonly noAnswer: string;
  readonly partial: string;
  readonly fallback: (from: 'crew' | 'llm', reason: string) => string;
  readonly refused: (reasons: readonly string[]) => string;
  readonly failed: (message: string) => string;
}

/** By language. */
export const chatTexts: Readonly<Record<Locale, ChatTexts>> = {
  ja: {
    welcome: '台所道具の店 みなも の FAQ です。終わるときは /quit か Ctrl-D を入力してください。',
    kept: (session) => `この対話の続きは --session ${session} で始められます。`,
    question: '質問',
    answer: '回答',
    askedBack: '聞き返し',
    planning: '質問を読んでいます…',
    searching: (query) => `「${query}」を検索しています…`,
    writing: '回答をまとめています…',
    plan: (source) => `計画（${source}）`,
    noAnswer: '回答がありません。',
    partial: '時間内に終わらなかった検索があります。見つかった分だけで答えました。',
    fallback: (from, reason) =>
      from === 'crew'
        ? `crew から計画を受け取れなかったので、手元で計画しました（${reason}）。`
        : `モデルの計画が使えなかったので、規則で計画しました（${reason}）。`,
    refused: (reasons) =>
      `モデルの回答は根拠を確かめられなかったので、FAQ の文をそのまま引用しました（${reasons.join(', ')}）。`,
    failed: (message) => `答えられませんでした: ${message}`,
  },
  en: {
    welcome: 'The FAQ of Minamo, a shop for kitchen tools. Leave with /quit or Ctrl-D.',
    kept: (session) => `Continue this dialog with --session ${session}.`,
    question: 'Question',
    answer: 'Answer',
    askedBack: 'Asked back',
    planning: 'Reading the question…',
    searching: (query) => `Searching for "${query}"…`,
    writing: 'Writing the answer…',
    plan: (source) => `Plan (${source})`,
    noAnswer: 'There is no answer.',
    partial: 'A search did not end in time; the answer is from what was found.',
    fallback: (from, reason) =>
      from === 'crew'
        ? `The crew gave no plan, so the plan was made here (${reason}).`
        : `The model gave no usable plan, so the rules made it (${reason}).`,
    refused: (reasons) =>
      `The model’s answer could not be checked against the FAQ, which is quoted instead (${reasons.join(', ')}).`,
    failed: (message) => `This could not be answered: ${message}`,
  },
};
