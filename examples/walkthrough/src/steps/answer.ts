import { createFaqSearch, createPassageAnswer, readFaq, shopRules } from '@kanmon/example-shared';
import type { EventStore } from '@kanmon/core';
import {
  createDialogAgent,
  type DialogReplay,
  type DialogResponse,
  replayDialog,
} from '@kanmon/multistep-planner';
import type { Journal } from '../frame/journal.ts';
import type { Step, StepContext } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { dialogPart, modelPlanPart, type Talk } from './answer-parts.ts';
import { answerTexts } from './answer-texts.ts';

/** The first question is that of a passer-by; all others are one dialog. */
const readers = ['reader-1', 'reader-2'] as const;

const journal: Journal = {
  name: 'dialog',
  fold: async (store) => (await replayReaders(store)).flatMap(({ responses }) => responses),
};

/** Step 6: a reader asks six questions; each becomes a checked plan, and each answer names its sources. */
export const answer: Step = {
  number: 6,
  title: { ja: '質問に答える', en: 'Answer' },
  reading: {
    ja: '客が質問します。何を検索するかを計画し、検索しても意味がないときにだけ聞き返します。右側が、それぞれの計画です。',
    en: 'A customer asks questions. The planner decides what to search, and asks back only when a search would make no sense. Each plan is shown beside its answer.',
  },
  journal,
  async run(context) {
    const { locale, model, clock, ids, artefacts, journals, checks, progress } = context;
    const labels = answerTexts[locale];
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
      rules: shopRules,
      store,
      clock,
      ids,
    });

    const talks: Talk[] = [];
    for (const [index, { kind, messages, byModel = false }] of labels.questions.entries()) {
      const sessionId = index === 0 ? readers[0] : readers[1];
      const options = { useLlmPlanner: byModel, debug: true };
      const turns = [];
      for (const message of messages) {
        progress(message);
        turns.push({ message, response: await agent.turn({ sessionId, message, options }) });
      }
      talks.push({ kind: labels.kinds[kind], turns });
    }
    artefacts.addJson('dialog_events.json', await Array.fromAsync(store.readAll()));
    const replays = await replayReaders(store);
    artefacts.addJson('dialog_turns.json', talks);

    const responses = talks.flatMap(({ turns }) => turns.map(({ response }) => response));
    await close(responses);
    checkDialog(talks, context);
    const isSame = replays.every(({ ok }) => ok);
    const turns = replays.reduce((sum, replay) => sum + replay.turns, 0);
    checks.always(labels.promises.replayed, isSame && turns === responses.length);
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

function replayReaders(store: EventStore): Promise<readonly DialogReplay[]> {
  return Promise.all(
    readers.map((reader) => replayDialog(store.read(`dialog/default/${reader}`), shopRules)),
  );
}

function checkDialog(talks: readonly Talk[], { locale, checks }: StepContext): void {
  const { promises, questions } = answerTexts[locale];
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
