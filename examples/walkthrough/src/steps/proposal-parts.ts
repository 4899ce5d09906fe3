import { formatFinding, type Locale } from '@kanmon/core';
import type { GateEvent } from '@kanmon/core/gate';
import { type Diff, proposalCatalog, type RunResult } from '@kanmon/proposal-quality';
import { marked } from 'marked';
import { barChart } from '../report/bar-chart.ts';
import { type Html, html, trustedHtml } from '../report/html.ts';
import { part, table } from '../report/parts.ts';

type Run = RunResult<unknown>;

/** Shows the text that the model wrote, and every repair that was needed to read it. */
export function rawAnswerPart(run: Run, locale: Locale): Html {
  const labels = text[locale];
  const first = run.attempts[0];
  const raw = firstAnswer(run.events);
  return part(
    labels.raw,
    html`<pre class="scroll" tabindex="0" role="region" aria-label="${labels.raw}">${raw}</pre>
      ${table(
        [labels.repair, labels.repairClass, labels.at],
        (first?.repairs ?? []).map(({ kind, class: repairClass, at }) => [
          html`<code>${kind}</code>`,
          html`<span class="chip ${repairClass}">${repairClass}</span>`,
          html`${placeOf(raw, at)}`,
        ]),
      )}`,
  );
}

/** Shows the findings of the gate in the first answer. */
export function findingsPart(run: Run, locale: Locale): Html {
  const labels = text[locale];
  const findings = run.attempts[0]?.findings ?? [];
  return part(
    labels.findings,
    table(
      [labels.severity, labels.pointer, labels.problem],
      findings.map((finding) => [
        html`<span class="chip ${finding.severity}">${finding.severity}</span>`,
        html`<code>${finding.path}</code>`,
        html`${formatFinding(finding, { locale, catalog: proposalCatalog })}`,
      ]),
    ),
  );
}

/** Shows the patch that fixed it, and the cost of a full regeneration. */
export function correctionPart(
  run: Run,
  tokens: { readonly correction: number; readonly regeneration: number },
  locale: Locale,
): Html {
  const labels = text[locale];
  const operations = run.events.flatMap((event) =>
    event.type === 'patch-applied' ? event.operations : [],
  );
  return part(
    labels.correction,
    html`${table(
      [labels.operation, labels.pointer, labels.value],
      operations.map((operation) => [
        html`<code>${operation.op}</code>`,
        html`<code>${operation.path}</code>`,
        html`${'value' in operation ? JSON.stringify(operation.value) : ''}`,
      ]),
    )}
    ${barChart(labels.tokens, [
      { label: labels.patch, value: tokens.correction },
      { label: labels.full, value: tokens.regeneration },
    ])}`,
  );
}

/** The accepted report as a person reads it; the renderer escapes every value. */
export function renderedPart(markdown: string, locale: Locale): Html {
  const markup = marked.parse(markdown, { async: false });
  return part(text[locale].rendered, html`<div class="paper">${trustedHtml(markup)}</div>`);
}

/** Shows the diffs that a person confirmed and that were applied. */
export function applicationsPart(applied: readonly Diff[], person: string, locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.applied,
    table(
      [labels.diff, labels.target, labels.change, labels.confirmedBy],
      applied.map((diff) => [
        html`<code>${diff.diff_id.slice(0, 13)}…</code><br />${diff.type}`,
        html`${diff.target_node_id}`,
        html`${describeChange(diff)}`,
        html`${person}`,
      ]),
    ),
  );
}

function firstAnswer(events: readonly GateEvent[]): string {
  const response = events.find((event) => event.type === 'response-received');
  return response !== undefined && 'text' in response ? response.text : '';
}

/** Line and column of an offset, as an editor counts them. */
function placeOf(raw: string, offset: number): string {
  const lines = raw.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

function describeChange({ change }: Diff): string {
  if ('add_children' in change)
    return change.add_children.map(({ title }) => `+ ${title}`).join(' / ');
  if ('node_ids' in change) return `${change.group_label}: ${change.node_ids.join(', ')}`;
  return `${change.from} → ${change.to} (${change.relation_type})`;
}

const text = {
  ja: {
    raw: 'モデルの生の応答',
    repair: '直した所',
    repairClass: '種類',
    at: '行:桁',
    findings: '関門が見つけたこと',
    severity: '重さ',
    pointer: '場所',
    problem: '内容',
    correction: '壊れた所だけを直す',
    operation: '操作',
    value: '値',
    tokens: '出力トークン',
    patch: '差分での修正',
    full: '全体の再生成',
    rendered: '通った提案',
    applied: '人が確認し、一度だけ適用された差分',
    diff: '差分',
    target: '対象',
    change: '変更',
    confirmedBy: '確認者',
  },
  en: {
    raw: 'What the model wrote',
    repair: 'repair',
    repairClass: 'class',
    at: 'line:column',
    findings: 'What the gate found',
    severity: 'severity',
    pointer: 'place',
    problem: 'problem',
    correction: 'Only the broken places are written again',
    operation: 'operation',
    value: 'value',
    tokens: 'output tokens',
    patch: 'correction by patch',
    full: 'full regeneration',
    rendered: 'The proposal that passed',
    applied: 'Diffs a person confirmed, applied once',
    diff: 'diff',
    target: 'target',
    change: 'change',
    confirmedBy: 'confirmed by',
  },
};
