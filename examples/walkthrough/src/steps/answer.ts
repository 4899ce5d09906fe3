import { createFaqSearch, createPassageAnswer, readFaq } from '@kanmon/example-shared';
import type { Locale } from '@kanmon/core';
import {
  createDialogAgent,
  type DialogAgent,
  type DialogResponse,
  replayDialog,
} from '@kanmon/multistep-planner';
import type { Journal } from '../frame/journal.ts';
import type { Step, StepContext } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { dialogPart, modelPlanPart, type Talk } from './answer-parts.ts';

const sessionId = 'reader-1';

const journal: Journal = {
  name: 'dialog',
  fold: async (store) => (await replayDialog(store.readAll())).responses,
};

/** Step 6: a reader asks six questions; each becomes a checked plan, and each answer names its sources. */
export const answer: Step = {
  number: 6,
  title: { ja: '質問に答える', en: 'Answer' },
  journal,
  async run(context) {
    const { locale, model, clock, ids, artefacts, journals, checks, progress } = context;
    const labels = text[locale];
    const { store, close } = await journals.open(journal);
    const rawPlans: string[] = [];
    const client = model.client(['answer.1', 'answer.2']);
    const agent = createDialogAgent({
      search: createFaqSearch(),
      answer: createPassageAnswer(),
      client: {
        ...client,
        generate: async (request, options) => {
          const response = await client.generate(request, options);
          rawPlans.push(response.text);
          return response;
        },
      },
      store,
      clock,
      ids,
    });

    const talks: Talk[] = [];
    for (const { kind, messages, byModel = false } of labels.questions) {
      const turns = [];
      for (const message of messages) {
        progress(message);
        turns.push({ message, response: await ask(agent, message, byModel) });
      }
      talks.push({ kind: labels.kinds[kind], turns });
    }
    const events = await Array.fromAsync(store.readAll());
    artefacts.addJson('dialog_events.json', events);
    artefacts.addJson('dialog_turns.json', talks);

    const responses = talks.flatMap(({ turns }) => turns.map(({ response }) => response));
    await close(responses);
    checkDialog(talks, context);
    const replay = await replayDialog(events);
    checks.always(labels.promises.replayed, replay.ok && replay.turns === responses.length);
    const modelTurn = talks.find((_, index) => labels.questions[index]?.byModel === true)?.turns[0];
    return {
      headline: labels.headline(
        talks.length,
        responses.filter(({ needsClarification }) => needsClarification).length,
        sourcesOf(responses).length,
      ),
      section: html`${dialogPart(talks, locale)}
      ${modelTurn === undefined ? [] : modelPlanPart(rawPlans, modelTurn.message, locale)}`,
    };
  },
};

function ask(agent: DialogAgent, message: string, useLlmPlanner: boolean): Promise<DialogResponse> {
  return agent.turn({ sessionId, message, options: { useLlmPlanner, debug: true } });
}

function checkDialog(talks: readonly Talk[], { locale, checks }: StepContext): void {
  const { promises, questions } = text[locale];
  const known = new Set(readFaq(locale).map(({ id }) => id));
  const endings = talks.map(({ turns }) => turns.at(-1)?.response);
  const all = talks.flatMap(({ turns }) => turns.map(({ response }) => response));
  checks.always(
    promises.answered,
    endings.every((response, index) =>
      (questions[index]?.sources ?? []).every((id) =>
        response?.meta?.sources?.some((source) => source.id === id),
      ),
    ),
  );
  checks.always(
    promises.sources,
    sourcesOf(all).length > 0 && sourcesOf(all).every((id) => known.has(id)),
  );
  const asked = all.filter(({ needsClarification }) => needsClarification);
  checks.always(promises.onlyOnce, asked.length === 1);
  checks.always(
    promises.followup,
    stepTypes(endings[questions.findIndex(({ kind }) => kind === 'followup')]).includes(
      'followup_search',
    ),
  );
  const byModel = endings[questions.findIndex((question) => question.byModel === true)];
  checks.recorded(promises.refused, byModel?.meta?.usage?.length === 2);
  checks.recorded(promises.repaired, byModel?.meta?.plannerSource === 'llm-repaired');
}

function sourcesOf(responses: readonly DialogResponse[]): readonly string[] {
  return responses.flatMap(({ meta }) => (meta?.sources ?? []).map(({ id }) => id));
}

function stepTypes(response: DialogResponse | undefined): readonly string[] {
  return (response?.meta?.multiStepPlan?.steps ?? []).map(({ type }) => type);
}

type Kind = 'clear' | 'ambiguous' | 'followup' | 'twoIntents' | 'topicSwitch' | 'otherLanguage';

interface Question {
  readonly kind: Kind;
  /** The question, and what the reader says when asked back. */
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

const text: Readonly<Record<Locale, AnswerText>> = {
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
