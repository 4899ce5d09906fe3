import { canTransition, nextStatuses, nodesOf, runAdvisor } from '@kanmon/proposal-quality';
import { readDashboard } from '../frame/dashboard.ts';
import type { Step } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { part, table } from '../report/parts.ts';
import { findingsPart, rawAnswerPart, renderedPart } from './proposal-parts.ts';

const focusNodeId = 'n07';

/** Step 2: the Advisor lays out a decision; the status change that a person picks is checked. */
export const decide: Step = {
  number: 2,
  title: { ja: '決める', en: 'Decide' },
  reading: {
    ja: 'ボードに、決めかねている件があります。モデルは選択肢を並べますが、選ぶことはできません。ボードが許さない状態の変更は、人が見る前に拒みます。',
    en: 'The board has an open decision. A model lists options and may not choose one. A change of status that the board does not allow is refused before a person sees it.',
  },
  async run({ locale, model, clock, ids, artefacts, checks, progress }) {
    const labels = text[locale];
    const dashboard = readDashboard(locale);
    const run = await runAdvisor(
      { dashboard, focusNodeId },
      {
        client: model.client(['decide.1', 'decide.2']),
        locale,
        clock,
        ids,
        onEvent: (event) => progress(`${event.type} (${event.attempt})`),
      },
    );
    artefacts.addJson('advisor_run.json', run);
    checks.always(labels.promises.accepted, run.ok);
    const codes = new Set(run.attempts[0]?.findings.map(({ code }) => code));
    checks.recorded(labels.promises.illegal, codes.has('illegal-transition'));
    const before = [rawAnswerPart(run, locale), findingsPart(run, locale)];
    if (!run.ok) return { headline: run.errors.join(' '), section: html`${before}` };

    artefacts.addJson('advisor_report.json', run.report);
    artefacts.add('advisor_report.md', run.rendered ?? '');
    const from = nodesOf(dashboard).find(({ id }) => id === focusNodeId)?.status ?? '';
    const offers = run.report.options.flatMap(({ label, suggested_status: to }) =>
      to === undefined ? [] : [{ label, to, legal: canTransition(from, to) }],
    );
    checks.always(
      labels.promises.legal,
      offers.every(({ legal }) => legal),
    );
    checks.recorded(
      labels.promises.fourFields,
      run.report.options.every(
        ({ next_action, necessary_info, criteria_note, risks }) =>
          next_action !== '' && necessary_info !== '' && criteria_note !== '' && risks.length > 0,
      ),
    );
    return {
      headline: labels.headline(run.report.options.length, run.attempts.length),
      section: html`${before}${renderedPart(run.rendered ?? '', locale)}
      ${part(
        labels.transitions,
        html`<p>${labels.reachable(from, nextStatuses(from))}</p>
          ${table(
            [labels.option, labels.change, labels.verdict],
            offers.map(({ label, to, legal }) => [
              html`${label}`,
              html`<code>${from} → ${to}</code>`,
              html`<span class="chip ${legal ? 'lossless' : 'must'}"
                >${legal ? labels.yes : labels.no}</span
              >`,
            ]),
          )}`,
      )}`,
    };
  },
};

const text = {
  ja: {
    headline: (options: number, attempts: number) =>
      `${options} つの案が、${attempts} 回の応答でそろった。状態の変更は、どれも許されたもの`,
    transitions: '案が示す状態の変更',
    reachable: (from: string, to: readonly string[]) => `${from} から移れる状態: ${to.join('、')}`,
    option: '案',
    change: '変更',
    verdict: '判定',
    yes: '可',
    no: '不可',
    promises: {
      accepted: '助言は関門を通った',
      illegal: '許されない状態の変更を見つけた',
      legal: '通った案の状態の変更は、どれも状態遷移表にある',
      fourFields: 'どの案にも必須の四項目がある',
    },
  },
  en: {
    headline: (options: number, attempts: number) =>
      `${options} options after ${attempts} answers; every status change on offer is a legal one`,
    transitions: 'Status changes on offer',
    reachable: (from: string, to: readonly string[]) => `From ${from}: ${to.join(', ')}`,
    option: 'option',
    change: 'change',
    verdict: 'verdict',
    yes: 'allowed',
    no: 'not allowed',
    promises: {
      accepted: 'the advice passed its gate',
      illegal: 'the illegal status change was found',
      legal: 'every status change that passed is in the transition table',
      fourFields: 'every option has its four fields',
    },
  },
};
