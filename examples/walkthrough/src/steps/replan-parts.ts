import type { Locale } from '@kanmon/core';
import type {
  DriftReport,
  TaskLike,
  TermPreservationResult,
  TermVerdict,
} from '@kanmon/term-preservation';
import { type Html, html } from '../report/html.ts';
import { part, table } from '../report/parts.ts';

/** Terms by tasks as a heat map: how well each task covers each term. */
export function matrixPart({ matrix, verdicts }: TermPreservationResult, locale: Locale): Html {
  const labels = text[locale];
  const statuses = new Map(verdicts.map(({ term, status }) => [term.text, status]));
  return part(
    labels.matrix,
    table(
      [labels.term, ...matrix.taskIds, labels.verdict],
      matrix.terms.map((term, row) => [
        html`${term}`,
        ...(matrix.scores[row] ?? []).map(
          (score) =>
            html`<span class="heat" style="--score: ${score.toFixed(2)}"
              >${score === 0 ? '·' : score.toFixed(2)}</span
            >`,
        ),
        html`${statusChip(statuses.get(term) ?? 'missing')}`,
      ]),
    ),
  );
}

/** The text of the plan with every piece of evidence marked in it. */
export function evidencePart(
  verdicts: readonly TermVerdict[],
  tasks: readonly TaskLike[],
  locale: Locale,
): Html {
  const labels = text[locale];
  return part(
    labels.evidence,
    table(
      [labels.task, labels.description],
      tasks.map((task, index) => [
        html`<code>${task.id ?? `#${index}`}</code>`,
        html`${marked(task.description ?? '', spansIn(verdicts, index))}`,
      ]),
    ),
  );
}

/** Each term over the three revisions. */
export function driftPart({ terms }: DriftReport, locale: Locale): Html {
  const labels = text[locale];
  const moved = terms.filter(({ statuses }) => new Set(statuses).size > 1);
  return part(
    labels.drift,
    table(
      [labels.term, ...labels.revisions, labels.cause],
      moved.map(({ term, statuses, cause = '' }) => [
        html`${term.text}`,
        ...statuses.map((status) => statusChip(status)),
        html`${cause}`,
      ]),
    ),
  );
}

/** Shows the repair prompt for the planner, and its answer. */
export function repairPart(prompt: string, plan: readonly TaskLike[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.repair,
    html`<pre class="scroll" tabindex="0" role="region" aria-label="${labels.repair}">
${prompt}</pre>
      ${table(
        [labels.task, labels.description],
        plan.map(({ id = '', description }) => [
          html`<code>${id}</code>`,
          html`${description ?? ''}`,
        ]),
      )}`,
  );
}

interface Marked {
  readonly start: number;
  readonly end: number;
}

function spansIn(verdicts: readonly TermVerdict[], taskIndex: number): readonly Marked[] {
  return verdicts
    .flatMap(({ evidence }) => evidence)
    .filter((each) => each.taskIndex === taskIndex && each.field === 'description')
    .map(({ span }) => span)
    .toSorted((left, right) => left.start - right.start || right.end - left.end);
}

/** Overlapping spans are marked once, by the first of them. */
function marked(whole: string, spans: readonly Marked[]): readonly Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    parts.push(html`${whole.slice(at, start)}<mark>${whole.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, html`${whole.slice(at)}`];
}

const chipOf: Readonly<Record<string, string>> = {
  preserved: 'lossless',
  clear: 'lossless',
  uncertain: 'guess',
  missing: 'must',
  violated: 'must',
};

function statusChip(status: string): Html {
  return html`<span class="chip ${chipOf[status] ?? 'guess'}">${status}</span>`;
}

const text = {
  ja: {
    matrix: '二つ目の計画: 語 × タスク',
    evidence: '根拠（計画の文のどこに残っているか）',
    drift: '三つの版での移り変わり（変わった語だけ）',
    repair: 'モデルに伝えた直しの依頼と、直った計画',
    term: '語',
    verdict: '判定',
    task: 'タスク',
    description: '説明',
    revisions: ['第1版', '第2版', '修正後'],
    cause: '理由',
  },
  en: {
    matrix: 'Second plan: terms × tasks',
    evidence: 'Evidence: where the plan still says it',
    drift: 'Drift over three revisions (terms that changed)',
    repair: 'What the planner was told, and the repaired plan',
    term: 'term',
    verdict: 'verdict',
    task: 'task',
    description: 'description',
    revisions: ['revision 1', 'revision 2', 'repaired'],
    cause: 'cause',
  },
};
