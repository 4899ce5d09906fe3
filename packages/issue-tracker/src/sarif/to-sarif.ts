import type { JsonValue } from '@kanmon/core';
import { checkFlags, checkArgument, checkOptions } from '@kanmon/core/kit';
import type { Issue } from '../entities/issue.ts';
import { toEventData } from '../entities/fields.ts';
import type { SessionView } from '../history/session-state.ts';

/** Options of `toSarif`. */
export interface SarifOptions {
  /** @default Kanmon issue tracker */
  readonly tool?: {
    readonly name: string;
    readonly version?: string;
    readonly informationUri?: string;
  };
  /** An earlier view of the same session; unchanged issues are marked. */
  readonly baseline?: SessionView;
  /** Returns the address of a manuscript. @default `manuscript:<hash>` */
  readonly artifactUri?: (manuscriptHash: string) => string;
  /** Resolved issues as absent results. @default false */
  readonly include_resolved?: boolean;
}

const schemaUri = 'https://json.schemastore.org/sarif-2.1.0.json';
const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;

/**
 * Returns the issues of a view as SARIF 2.1.0. Text of models is plain text, never Markdown, and no snippet of
 * the manuscript is included.
 */
export function toSarif(view: SessionView, options: SarifOptions = {}): JsonValue {
  checkOptions(options, 'tool baseline artifactUri include_resolved', 'toSarif(view, options)');
  const {
    tool = { name: 'Kanmon issue tracker' },
    baseline,
    artifactUri = (hash) => `manuscript:${hash}`,
    include_resolved: includeResolved = false,
  } = options;
  checkFlags({ include_resolved: includeResolved });
  checkArgument('view.issues of toSarif', 'a list', view?.issues);
  if (baseline !== undefined) checkArgument('options.baseline.issues', 'a list', baseline?.issues);
  const shown = view.issues.filter(
    ({ state }) => state !== 'Recurrence' && (includeResolved || state !== 'Resolved'),
  );
  const categories = [...new Set(shown.map(({ category }) => category))];
  const before = new Map(baseline?.issues.map((issue) => [issue.issue_id, issue]));
  return toEventData({
    $schema: schemaUri,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { ...tool, rules: categories.map((id) => ({ id, name: id })) },
        },
        columnKind: 'utf16CodeUnits',
        automationDetails: { id: `kanmon/${view.session.session_id}` },
        results: shown.map((issue) => ({
          ruleId: issue.category,
          ruleIndex: categories.indexOf(issue.category),
          level: levels[issue.severity],
          message: { text: issue.description === '' ? issue.category : issue.description },
          locations: [{ physicalLocation: locationOf(issue, artifactUri) }],
          partialFingerprints:
            issue.range_checksum === null ? undefined : { 'kanmonRange/v1': issue.range_checksum },
          fingerprints: { 'kanmonIssue/v1': issue.issue_id },
          baselineState: baselineStateOf(issue, before.get(issue.issue_id)),
          suppressions: issue.state === 'Deferred' ? [suppressionOf(issue)] : undefined,
        })),
      },
    ],
  });
}

function suppressionOf(issue: Issue): object {
  return {
    kind: 'external',
    status: 'accepted',
    justification: issue.defer_reason ?? 'deferred',
  };
}

function locationOf(issue: Issue, artifactUri: (hash: string) => string): object {
  const artifactLocation = { uri: artifactUri(issue.manuscript_hash) };
  if (issue.text_range === null) return { artifactLocation };
  const { start, end } = issue.text_range;
  return { artifactLocation, region: { charOffset: start, charLength: end - start } };
}

function baselineStateOf(issue: Issue, before: Issue | undefined): string {
  if (issue.state === 'Resolved') return 'absent';
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(issue)) return 'unchanged';
  return issue.state === 'New' && issue.recurrence_depth === 0 ? 'new' : 'updated';
}
