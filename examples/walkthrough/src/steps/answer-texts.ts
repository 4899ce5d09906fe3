import type { Locale } from '@kanmon/core';

type Kind = 'clear' | 'ambiguous' | 'followup' | 'twoIntents' | 'topicSwitch' | 'otherLanguage';

interface Question {
  readonly kind: Kind;
  /** The question, and the reader's answers when asked back. */
  readonly messages: readonly string[];
  readonly byModel?: boolean;
  /** Entries of the FAQ that the answer has to name. */
  readonly sources: readonly string[];
}

interface AnswerText {
  readonly questions: readonly Question[];
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly headline: (questions: number, asked: number, sources: number) => string;
  readonly promises: Readonly<
    Record<
      'answered' | 'sources' | 'onlyOnce' | 'followup' | 'refused' | 'repaired' | 'replayed',
      string
    >
  >;
}

/** The reader's questions in step 6 and the report's texts about it. */
export const answerTexts: Readonly<Record<Locale, AnswerText>> = {
  ja: {
    questions: [
      { kind: 'clear', messages: ['北海道への送料はいくらですか？'], sources: ['shipping-fee'] },
      {
        kind: 'ambiguous',
        messages: ['サイズを知りたいです', 'フライパンです'],
        sources: ['product-size'],
      },
      {
        kind: 'followup',
        messages: ['それは IH でも使えますか？'],
        sources: ['product-induction'],
      },
      {
        kind: 'twoIntents',
        messages: ['ギフト包装と領収書の発行方法を教えてください'],
        byModel: true,
        sources: ['gift-wrapping', 'receipt-issue'],
      },
      {
        kind: 'topicSwitch',
        messages: ['ところで、返品はいつまでできますか？'],
        sources: ['returns-period'],
      },
      {
        kind: 'otherLanguage',
        messages: ['How do I return an item?'],
        sources: ['returns-steps'],
      },
    ],
    kinds: {
      clear: '明確な質問',
      ambiguous: 'あいまいな質問',
      followup: '続きの質問',
      twoIntents: '用件が二つ',
      topicSwitch: '話題の切り替え',
      otherLanguage: '英語の質問',
    },
    headline: (questions, asked, sources) =>
      `${questions} つの質問に出典 ${sources} 件で回答、聞き返したのは ${asked} 回だけ`,
    promises: {
      answered: 'どの質問も、答えの載った FAQ を出典に挙げた',
      sources: '出典は、どれも FAQ に実在する',
      onlyOnce: '聞き返したのは、あいまいな質問の一度だけ',
      followup: '続きの質問は、前の話題を補って検索した',
      refused: 'データを検索語にしたモデルの計画は、通らなかった',
      repaired: '直した計画は、補った所を記録して通した',
      replayed: '記録を読み直すと、同じ回答が一字も違わず得られた',
    },
  },
  en: {
    questions: [
      {
        kind: 'clear',
        messages: ['How much is shipping to Hokkaido?'],
        sources: ['shipping-fee'],
      },
      {
        kind: 'ambiguous',
        messages: ['I would like to know the size', 'an iron pan'],
        sources: ['product-size'],
      },
      {
        kind: 'followup',
        messages: ['Does it work on induction?'],
        sources: ['product-induction'],
      },
      {
        kind: 'twoIntents',
        messages: ['Do you offer gift wrapping, and how do I get a receipt?'],
        byModel: true,
        sources: ['gift-wrapping', 'receipt-issue'],
      },
      {
        kind: 'topicSwitch',
        messages: ['By the way, until when can I return an item?'],
        sources: ['returns-period'],
      },
      {
        kind: 'otherLanguage',
        messages: ['返品の手続きを教えてください'],
        sources: ['returns-steps'],
      },
    ],
    kinds: {
      clear: 'clear',
      ambiguous: 'ambiguous',
      followup: 'follow-up',
      twoIntents: 'two intents',
      topicSwitch: 'topic switch',
      otherLanguage: 'in Japanese',
    },
    headline: (questions, asked, sources) =>
      `${questions} questions answered from ${sources} sources; asked back ${asked === 1 ? 'once' : `${asked} times`}`,
    promises: {
      answered: 'each answer names the entries that hold it',
      sources: 'every source named is an entry of the FAQ',
      onlyOnce: 'only the ambiguous question was asked back, once',
      followup: 'the follow-up was searched with what it left out',
      refused: 'the model’s plan that searched for data was refused',
      repaired: 'the corrected plan passed, each repair on record',
      replayed: 'reading the journal again gives the same answers, byte for byte',
    },
  },
};
