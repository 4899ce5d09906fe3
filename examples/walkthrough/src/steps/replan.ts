import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LlmClient, LlmMessage, Locale } from '@kanmon/core';
import { defineGate, runGate } from '@kanmon/core/gate';
import {
  compareRevisions,
  createTermGate,
  extractRequiredTerms,
  type TaskLike,
  type TermVerdict,
} from '@kanmon/term-preservation';
import * as z from 'zod';
import type { Step, StepContext } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { driftPart, evidencePart, matrixPart, repairPart } from './replan-parts.ts';

/** The shape of a plan. Whether it still does what was asked is the term gate's question. */
const planGate = defineGate({
  name: 'plan',
  schema: z.object({
    tasks: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })).min(1),
  }),
});

/** Step 3: two replans of one request; the second loses something, is refused and repaired. */
export const replan: Step = {
  number: 3,
  title: { ja: '組み直す', en: 'Replan' },
  reading: {
    ja: '計画を組み直すと、依頼の一部が抜け落ちます。どのタスクがどの用語を満たすかを、修正の前と後の表で見比べてください。',
    en: 'The plan is written again, and parts of the request get lost. The tables show which task covers which term, before and after the repair.',
  },
  async run(context) {
    const { locale, model, artefacts, checks } = context;
    const labels = text[locale];
    const request = readFileSync(
      join(import.meta.dirname, `../../inputs/request.${locale}.txt`),
      'utf8',
    );
    const required = extractRequiredTerms(request);
    const client = model.client(['replan.1', 'replan.2', 'replan.3']);
    const gate = createTermGate({ locale });

    const first = await askForPlan(client, [labels.ask, request], context);
    const second = await askForPlan(client, [labels.shorter, request], context);
    const decision = gate.check(request, second);
    const repaired =
      decision.repairPrompt === undefined
        ? second
        : withChanges(
            second,
            await askForPlan(client, [labels.ask, request, decision.repairPrompt], context),
          );
    const drift = compareRevisions(required, [first, second, repaired], { locale });
    const after = gate.check(request, repaired);
    artefacts.addJson('required_terms.json', required);
    artefacts.addJson('term_preservation.json', drift);
    artefacts.addJson('repaired_plan.json', repaired);

    const verdicts = decision.result.verdicts;
    checks.recorded(labels.promises.first, gate.check(request, first).decision === 'accept');
    checks.recorded(labels.promises.rejected, decision.decision === 'reject');
    checks.recorded(
      labels.promises.number,
      verdicts.some(({ reason }) => reason === 'number-changed'),
    );
    checks.recorded(labels.promises.repaired, after.result.missing.length === 0);
    checks.always(labels.promises.evidence, evidenceHolds(verdicts, second));
    return {
      headline: labels.headline(
        required.terms.length,
        decision.result.missing.length,
        after.result.missing.length,
      ),
      section: html`${matrixPart(decision.result, locale)}
      ${evidencePart(verdicts, second, locale)}${driftPart(drift, locale)}
      ${repairPart(decision.repairPrompt ?? '', repaired, locale)}`,
    };
  },
};

async function askForPlan(
  client: LlmClient,
  texts: readonly string[],
  { locale, clock, ids, progress }: StepContext,
): Promise<readonly TaskLike[]> {
  const messages = texts.map((content): LlmMessage => ({ role: 'user', content }));
  const outcome = await runGate(planGate, {
    client,
    messages,
    locale,
    clock,
    ids,
    onEvent: (event) => progress(`${event.type} (${event.attempt})`),
  });
  if (outcome.status === 'passed') return outcome.value.tasks;
  throw new Error(text[locale].noPlan(outcome.reason), { cause: outcome.cause });
}

/** The repair asks for the changed tasks only; those that were not sent stay as they are. */
function withChanges(plan: readonly TaskLike[], changes: readonly TaskLike[]): readonly TaskLike[] {
  const tasks = new Map([...plan, ...changes].map((task) => [task.id, task]));
  return [...tasks.values()];
}

/** Each piece of evidence is a slice of the very text it points to. */
function evidenceHolds(verdicts: readonly TermVerdict[], tasks: readonly TaskLike[]): boolean {
  return verdicts.every(({ evidence }) =>
    evidence.every(({ taskIndex, field, span, text: quoted }) => {
      const task: Readonly<Record<string, unknown>> = { ...tasks[taskIndex] };
      return String(task[field]).slice(span.start, span.end) === quoted;
    }),
  );
}

const text: { readonly [L in Locale]: ReplanText } = {
  ja: {
    ask: '次の依頼を、id、title、description を持つ tasks の JSON に分けてください。',
    shorter:
      '次の依頼の計画を、もっと少ないタスクに組み直してください。形式は tasks の JSON です。',
    noPlan: (reason) => `モデルから計画が得られませんでした（${reason}）`,
    headline: (terms, lost, left) =>
      `依頼の ${terms} 語のうち、組み直しで ${lost} 語が落ちたのを見つけ、修正後は ${left} 語`,
    promises: {
      first: '最初の計画は、そのまま通った',
      rejected: '要件を落とした計画は、通らなかった',
      number: '変わった数字を見つけた',
      repaired: '直した計画には、すべての語が戻った',
      evidence: '根拠の位置は、どれも元の文の該当箇所を指す',
    },
  },
  en: {
    ask: 'Split this request into JSON: tasks with id, title and description.',
    shorter: 'Replan this request with fewer tasks, as JSON with tasks.',
    noPlan: (reason) => `the model gave no plan (${reason})`,
    headline: (terms, lost, left) =>
      `of ${terms} terms in the request the replan lost ${lost}; after the repair ${left} are missing`,
    promises: {
      first: 'the first plan passed as it was',
      rejected: 'the plan that lost a requirement was refused',
      number: 'the changed number was found',
      repaired: 'every term is back in the repaired plan',
      evidence: 'every evidence span points at the text it quotes',
    },
  },
};

interface ReplanText {
  readonly ask: string;
  readonly shorter: string;
  readonly noPlan: (reason: string) => string;
  readonly headline: (terms: number, lost: number, left: number) => string;
  readonly promises: Readonly<
    Record<'first' | 'rejected' | 'number' | 'repaired' | 'evidence', string>
  >;
}
