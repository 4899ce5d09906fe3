import {
  type Clock,
  type Finding,
  InvalidArgumentError,
  type JsonPointer,
  type JsonValue,
  sha256Hex,
  systemClock,
} from '@kanmon/core';
import { assertGated, type Gated } from '@kanmon/core/gate';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { canonicalJson } from '@kanmon/core/json';
import * as z from 'zod';
import { organizerGate } from '../gates/report-gate.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';
import type { Diff, DiffChange } from './diff.ts';

/** What diffs are made from besides the report. */
export interface DiffContext {
  /** Of the run that made the report; part of every id. */
  readonly runId: string;
  readonly validNodeIds: readonly string[];
  readonly clock?: Clock;
}

const diffContext: OptionNames<DiffContext> = { runId: true, validNodeIds: true, clock: true };

/** One proposal on its way to a diff. */
interface Candidate {
  readonly type: Diff['type'];
  readonly source: JsonPointer;
  readonly target: string;
  readonly change: DiffChange;
  readonly reason: string;
  /** Ids it names, with the place of each. */
  readonly ids: readonly (readonly [JsonPointer, string])[];
}

/**
 * The proposals of a passed report as changes: decompositions, groups, relations, each in the order
 * of the report. What cannot be applied (unknown ids, a relation to itself, fewer than two different
 * ids in a group) is left out with a finding. Throws `NotGatedError` for what `organizerGate` did
 * not pass.
 */
export function toDiffs(
  report: Gated<OrganizerReport>,
  context: DiffContext,
): { readonly diffs: readonly Diff[]; readonly skipped: readonly Finding[] } {
  assertGated(report, organizerGate);
  checkOptions(context, diffContext, 'toDiffs(report, context)');
  const { runId, validNodeIds, clock = systemClock } = context;
  if (typeof runId !== 'string' || runId === '') {
    throw new InvalidArgumentError(
      'expected runId to be a text; give the id of the run that made the report',
    );
  }
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
  return [
    ...report.decomposition_proposals.map((proposal, index): Candidate => {
      const source = `/decomposition_proposals/${index}`;
      return {
        type: 'decomposition',
        source,
        target: proposal.target_node_id,
        change: {
          parent_node_id: proposal.target_node_id,
          add_children: proposal.suggested_children.map(
            ({ title, context, suggested_status: status }) => ({
              title,
              context,
              ...(status === undefined ? {} : { suggested_status: status }),
            }),
          ),
        },
        reason: proposal.reason,
        ids: [[`${source}/target_node_id`, proposal.target_node_id]],
      };
    }),
    ...report.grouping_proposals.map((proposal, index): Candidate => {
      const source = `/grouping_proposals/${index}`;
      const distinct = [...new Set(proposal.node_ids)];
      return {
        type: 'grouping',
        source,
        target: distinct[0] ?? '',
        change: { group_label: proposal.group_label, node_ids: distinct },
        reason: proposal.reason,
        ids: proposal.node_ids.map((id, place) => [`${source}/node_ids/${place}`, id]),
      };
    }),
    ...report.relation_proposals.map((proposal, index): Candidate => {
      const source = `/relation_proposals/${index}`;
      const { from_node_id: from, to_node_id: to, relation_type, reason } = proposal;
      return {
        type: 'relation',
        source,
        target: from,
        change: { action: 'add', from, to, relation_type },
        reason,
        ids: [
          [`${source}/from_node_id`, from],
          [`${source}/to_node_id`, to],
        ],
      };
    }),
  ];
}

function problemsOf(candidate: Candidate, known: ReadonlySet<string>): readonly Finding[] {
  const { type, source, ids, change } = candidate;
  const problems = ids
    .filter(([, id]) => !known.has(id))
    .map(([path, id]) => finding('unknown-node', path, { id, field: fieldOf(path) }));
  if ('from' in change && change.from === change.to) {
    problems.push(finding('self-relation', source, { id: change.from }));
  }
  if (type === 'grouping' && 'node_ids' in change && change.node_ids.length < 2) {
    const actual = change.node_ids.length;
    problems.push(finding('group-too-small', `${source}/node_ids`, { minimum: 2, actual }));
  }
  return problems;
}

function fieldOf(path: JsonPointer): string {
  return path.includes('/node_ids/') ? 'node_ids' : path.slice(path.lastIndexOf('/') + 1);
}

function finding(code: string, path: JsonPointer, params: Finding['params']): Finding {
  return Object.freeze({ rule: 'diff/from-report', code, severity: 'must', path, params });
}

const idLength = 32;
const json = z.json();

function diffOf(candidate: Candidate, runId: string, createdAt: string): Diff {
  const { type, source, target, change, reason } = candidate;
  return Object.freeze({
    diff_id: diffId({ run: runId, type, source, change: json.parse(change) }),
    type,
    target_node_id: target,
    change,
    reason,
    generated_from: { organizer_run_id: runId, source_proposal: source },
    created_at: createdAt,
  });
}

function diffId(parts: { readonly [name: string]: JsonValue }): string {
  return `diff_${sha256Hex(canonicalJson(parts)).slice(0, idLength)}`;
}
