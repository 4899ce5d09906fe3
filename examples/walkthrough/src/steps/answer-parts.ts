import type { Locale } from '@kanmon/core';
import { type DialogResponse, parsePlan } from '@kanmon/multistep-planner';
import { type Html, html } from '../report/html.ts';
import { part, table } from '../report/parts.ts';

/** One question of the reader with all turns until it was answered. */
export interface Talk {
  readonly kind: string;
  readonly turns: readonly { readonly message: string; readonly response: DialogResponse }[];
}

/** The talk as the reader saw it, with the plan of each turn beside it. */
export function dialogPart(talks: readonly Talk[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.dialog,
    html`${talks.map(
      ({ kind, turns }, index) =>
        html`<section class="talk">
          <h4>${index + 1}. ${kind}</h4>
          ${turns.map(
            ({ message, response }) =>
              html`<div class="turn">
                <div class="said">
                  <p class="bubble mine">${message}</p>
                  <div class="bubble">${reply(response, locale)}</div>
                </div>
                <div class="plan">${plan(response, locale)}</div>
              </div>`,
          )}
        </section>`,
    )}`,
  );
}

/** Shows the plan that the model wrote, attempt by attempt, and the gate's findings for each. */
export function modelPlanPart(rawPlans: readonly string[], message: string, locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.model,
    html`${rawPlans.map((raw, index) => attempt(raw, index, message, locale))}`,
  );
}

function attempt(raw: string, index: number, message: string, locale: Locale): Html {
  const labels = text[locale];
  const title = labels.attempt(index + 1);
  const { accepted, findings } = parsePlan(raw, { input: { message } });
  return html`<h4>${title}: ${accepted ? labels.passed : labels.refused}</h4>
    <pre class="scroll" tabindex="0" role="region" aria-label="${title}">${raw}</pre>
    ${table(
      [labels.finding, labels.code, labels.pointer],
      findings.map(({ severity, code, path }) => [
        html`<span class="chip ${severity}"
          >${severity === 'must' ? labels.must : labels.mended}</span
        >`,
        html`<code>${code}</code>`,
        html`<code>${path}</code>`,
      ]),
    )}`;
}

function reply(
  { answer, clarifyingQuestions = [], needsClarification, meta }: DialogResponse,
  locale: Locale,
): Html {
  if (needsClarification) {
    return html`<p><b>${text[locale].asksBack}</b> ${clarifyingQuestions.join(' ')}</p>`;
  }
  const sources = (meta?.sources ?? []).map(
    ({ id, title = id }, index) => html`<li value="${index + 1}">${title} <code>${id}</code></li>`,
  );
  return html`<p class="answer">${answer ?? ''}</p>
    <ol class="sources" aria-label="${text[locale].sources}">
      ${sources}
    </ol>`;
}

function plan({ meta }: DialogResponse, locale: Locale): Html {
  const labels = text[locale];
  const source = meta?.plannerSource ?? 'rule';
  return html`<p>
      <span class="chip ${source === 'rule' ? 'lossless' : 'guess'}"
        >${labels.planBy}: ${source}</span
      >
    </p>
    <ul>
      ${(meta?.multiStepPlan?.steps ?? []).map(
        (step) => html`<li><code>${step.type}</code> ${contentOf(step)}</li>`,
      )}
    </ul>
    ${(meta?.reasons ?? []).map(({ code }) => html`<span class="chip">${code}</span> `)}`;
}

type PlannedStep = NonNullable<
  NonNullable<NonNullable<DialogResponse['meta']>['multiStepPlan']>['steps']
>[number];

function contentOf(step: PlannedStep): string {
  if (step.type === 'clarify') return step.questions.join(' ');
  return step.type === 'answer' ? step.style : step.query;
}

const text = {
  ja: {
    dialog: '対話と、その裏の計画',
    asksBack: '聞き返し:',
    sources: '出典',
    planBy: '計画',
    model: 'モデルの計画が関門を通るまで',
    attempt: (count: number) => `モデルの出力 ${count} 回目`,
    passed: '補って通した',
    refused: '通さなかった',
    finding: '関門の判断',
    must: '差し戻し',
    mended: '補った',
    code: '内容',
    pointer: '場所',
  },
  en: {
    dialog: 'The talk, and the plan behind it',
    asksBack: 'Asked back:',
    sources: 'sources',
    planBy: 'plan',
    model: 'How the model’s plan passed its gate',
    attempt: (count: number) => `model output, attempt ${count}`,
    passed: 'passed, with repairs',
    refused: 'refused',
    finding: 'the gate',
    must: 'refused',
    mended: 'repaired',
    code: 'what',
    pointer: 'where',
  },
};
