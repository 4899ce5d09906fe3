import {
  type Clock,
  type Finding,
  InvalidArgumentError,
  type JsonPointer,
  sha256Hex,
  systemClock,
} from '@kanmon/core';
import { assertGated, type Gated } from '@kanmon/core/gate';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { canonicalJson } from '@kanmon/core/json';
import * as z from 'zod';
import { organizerGate } from '../gates/report-gate.ts';
import { checkNodeIds } from '../rules/report-context.ts';
import type { OrganizerReport } from '../report/reports.ts';
import type { Diff, DiffChange } from './diff.ts';

/** Context of `toDiffs`. */
export interface DiffContext {
  /** Of the run that created the report; part of every id. */
  readonly runId: string;
  readonly validNodeIds: readonly string[];
  readonly clock?: Clock;
}

/** A proposal that may become a diff. */
interface Candidate {
  readonly type: Diff['type'];
  readonly source: JsonPointer;
  readonly change: DiffChange;
  readonly reason: string;
  /** Its ids with their places, the target first. */
  readonly ids: readonly (readonly [JsonPointer, string])[];
}

/**
 * Converts the proposals of a passed report to changes: decompositions, groups, relations, each in the
 * order of the report. A proposal that cannot be applied (unknown ids, a relation to itself, fewer than
 * two different ids in a group) is skipped with a finding. Throws `NotGatedError` for a report that
 * `organizerGate` did not pass.
 */
export function toDiffs(
  report: Gated<OrganizerReport>,
  context: DiffContext,
): { readonly diffs: readonly Diff[]; readonly skipped: readonly Finding[] } {
  assertGated(report, organizerGate);
  checkOptions(context, 'runId validNodeIds clock', 'toDiffs(report, context)');
  const { runId, validNodeIds, clock = systemClock } = context;
  if (typeof runId !== 'string' || runId === '') {
    throw new InvalidArgumentError(
      'expected runId to be a text; give the id of the run that made the report',
    );
  }
  checkNodeIds(validNodeIds);
  const ids = new Set(validNodeIds);
  const createdAt = clock.now().toISOString();
  const diffs: Diff[] = [];
  const skipped: Finding[] = [];
  for (const candidate of candidatesOf(report)) {
    const problems = problemsOf(candidate, ids);
    if (problems.length === 0) diffs.push(diffOf(candidate, runId, createdAt));
    else skipped.push(...problems);
  }
  return { diffs: Object.freeze(diffs), skipped: Object.freeze(skipped) };
}

function candidatesOf(report: Gated<OrganizerReport>): readonly Candidate[] {
  const decompositions = report.decomposition_proposals.map((proposal, index): Candidate => {
    const { target_node_id: parent, reason, suggested_children: children } = proposal;
    const source = `/decomposition_proposals/${index}`;
    const add_children = children.map(({ title, context, suggested_status }) => {
      return { title, context, ...withoutUndefined({ suggested_status }) };
    });
    const change = { parent_node_id: parent, add_children };
    return {
      type: 'decomposition',
      source,
      change,
      reason,
      ids: [[`${source}/target_node_id`, parent]],
    };
  });
  const groupings = report.grouping_proposals.map((proposal, index): Candidate => {
    const { group_label, node_ids, reason } = proposal;
    const source = `/grouping_proposals/${index}`;
    const change = { group_label, node_ids: [...new Set(node_ids)] };
    const ids = node_ids.map((id, place) => [`${source}/node_ids/${place}`, id] as const);
    return { type: 'grouping', source, change, reason, ids };
  });
  const relations = report.relation_proposals.map((proposal, index): Candidate => {
    const { from_node_id: from, to_node_id: to, relation_type, reason } = proposal;
    const source = `/relation_proposals/${index}`;
    const change = { action: 'add', from, to, relation_type } as const;
    const ids = [
      [`${source}/from_node_id`, from],
      [`${source}/to_node_id`, to],
    ] as const;
    return { type: 'relation', source, change, reason, ids };
  });
  return [...decompositions, ...groupings, ...relations];
}

function problemsOf(
  { source, ids, change }: Candidate,
  known: ReadonlySet<string>,
): readonly Finding[] {
  const problems = ids
    .filter(([, id]) => !known.has(id))
    .map(([path, id]) => finding('unknown-node', path, { id, field: fieldOf(path) }));
  if ('from' in change && change.from === change.to) {
    problems.push(finding('self-relation', source, { id: change.from }));
  }
  if ('node_ids' in change && change.node_ids.length < 2) {
    const actual = change.node_ids.length;
    problems.push(finding('group-too-small', `${source}/node_ids`, { minimum: 2, actual }));
  }
  return problems;
}

function fieldOf(path: JsonPointer): string {
  return path.split('/')[3] ?? '';
}

function finding(code: string, path: JsonPointer, params: Finding['params']): Finding {
  return Object.freeze({ rule: 'diff/from-report', code, severity: 'must', path, params });
}

const idLength = 32;
const json = z.json();

function diffOf({ type, source, change, reason, ids }: Candidate, run: string, at: string): Diff {
  const hash = sha256Hex(canonicalJson({ run, type, source, change: json.parse(change) }));
  return Object.freeze({
    diff_id: `diff_${hash.slice(0, idLength)}`,
    type,
    target_node_id: ids[0]?.[1] ?? '',
    change,
    reason,
    generated_from: { organizer_run_id: run, source_proposal: source },
    created_at: at,
  });
}
