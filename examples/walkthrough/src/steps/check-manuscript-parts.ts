import type { Locale } from '@kanmon/core';
import type { Issue, TimelineEntry } from '@kanmon/issue-tracker';
import { type Html, html } from '../report/html.ts';
import { part, table } from '../report/parts.ts';

/** Each issue's life: what happened to it, in the order of events. */
export function livesPart(
  issues: readonly Issue[],
  timeline: readonly TimelineEntry[],
  locale: Locale,
): Html {
  const labels = text[locale];
  return part(
    labels.lives,
    table(
      [labels.issue, labels.category, labels.place, labels.life],
      issues.map((issue) => [
        html`<code>${issue.issue_id.slice(-6)}</code>`,
        html`${issue.category}`,
        html`${placeOf(issue)}`,
        html`${timeline
          .filter(({ issue_id }) => issue_id === issue.issue_id)
          .map(({ version, type, state_after }) => lifeEvent(version, type, state_after ?? ''))}`,
      ]),
    ),
  );
}

/** Shows the changes from revision to revision, line by line. */
export function revisionsPart(revisions: readonly string[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.revisions,
    table(
      [labels.revision, labels.changed],
      revisions.map((revision, index) => [
        html`${index + 1}`,
        html`${changedLines(revisions[index - 1], revision).map(
          ([before, after]) => html`<p><del>${before}</del><br /><ins>${after}</ins></p>`,
        )}`,
      ]),
    ),
  );
}

/** Shows the issues that are left for a person. */
export function unresolvedPart(issues: readonly Issue[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.unresolved,
    table(
      [labels.issue, labels.category, labels.state, labels.reason],
      issues.map((issue) => [
        html`<code>${issue.issue_id.slice(-6)}</code>`,
        html`${issue.category}`,
        html`<span class="chip guess">${issue.state}</span>`,
        html`${issue.defer_reason ?? ''}`,
      ]),
    ),
  );
}

function placeOf({ text_range: range, adjustment_method: method }: Issue): string {
  if (range === null) return '–';
  return `${range.start}–${range.end}${method === null ? '' : ` (${method})`}`;
}

const chipOf: Readonly<Record<string, string>> = {
  Resolved: 'lossless',
  Recurrence: 'must',
  Deferred: 'guess',
};

function lifeEvent(version: number, type: string, state: string): Html {
  return html`<span class="chip ${chipOf[state] ?? ''}" title="${type}"
    >${version}: ${state}</span
  > `;
}

function changedLines(
  before: string | undefined,
  after: string,
): readonly (readonly [string, string])[] {
  if (before === undefined) return [];
  const lines = after.split('\n');
  return before.split('\n').flatMap((line, index) => {
    const now = lines[index] ?? '';
    return line === now ? [] : [[line, now] as const];
  });
}

const text = {
  ja: {
    lives: '指摘の一生（数字はイベントの番号）',
    issue: '指摘',
    category: '種類',
    place: '今の位置（追い方）',
    life: '経過',
    revisions: '版ごとの変更',
    revision: '版',
    changed: '変わった行',
    unresolved: '残ったもの',
    state: '状態',
    reason: '理由',
  },
  en: {
    lives: 'The life of each finding (numbers are events)',
    issue: 'issue',
    category: 'category',
    place: 'place now (how it was followed)',
    life: 'life',
    revisions: 'Changes by revision',
    revision: 'revision',
    changed: 'changed lines',
    unresolved: 'What is left',
    state: 'state',
    reason: 'reason',
  },
};
