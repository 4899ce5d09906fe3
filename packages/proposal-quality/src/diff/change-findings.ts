import type { Finding, JsonPointer } from '@kanmon/core';
import { isBlank } from '../text/is-blank.ts';
import { isNodeStatus } from '../status/node-status.ts';
import type { BoardIndex } from './board-index.ts';
import type { DecompositionChange, Diff, GroupingChange, RelationChange } from './diff.ts';
import { diffFinding } from './diff-finding.ts';

/** From here on a person had better look whether the parts are not too small. */
const manyChildren = 10;
/** Groups that share this part of the smaller one are suspected to be the same. */
const similarShare = 0.5;

/** What is wrong with a change, or worth a second look, on the board as it is. */
export function changeFindings(diff: Diff, board: BoardIndex): readonly Finding[] {
  const { change, target_node_id: target } = diff;
  const named = idsOf(diff);
  const findings = named
    .filter(([, id]) => !board.hasNode(id))
    .map(([path, id]) => diffFinding('unknown-node', path, { id, field: fieldOf(path) }));
  const expected = named[0]?.[1] ?? '';
  if (target !== expected) {
    findings.push(diffFinding('target-mismatch', '/target_node_id', { expected, actual: target }));
  }
  if ('add_children' in change) return [...findings, ...decompositionFindings(change, board)];
  if ('node_ids' in change) return [...findings, ...groupingFindings(change, board)];
  return [...findings, ...relationFindings(change, board)];
}

/** The ids a change names, the target first. */
function idsOf({ change }: Diff): readonly (readonly [JsonPointer, string])[] {
  if ('add_children' in change) return [['/change/parent_node_id', change.parent_node_id]];
  if ('node_ids' in change) {
    return change.node_ids.map((id, index) => [`/change/node_ids/${index}`, id]);
  }
  return [
    ['/change/from', change.from],
    ['/change/to', change.to],
  ];
}

function fieldOf(path: JsonPointer): string {
  return path.split('/')[2] ?? '';
}

function decompositionFindings(
  { parent_node_id: parent, add_children: added }: DecompositionChange,
  { state: { children = {} } }: BoardIndex,
): readonly Finding[] {
  const findings: Finding[] = [];
  const place = '/change/add_children';
  if (added.length < 2) {
    findings.push(diffFinding('too-few-children', place, { minimum: 2, actual: added.length }));
  }
  for (const [index, child] of added.entries()) {
    for (const name of ['title', 'context'] as const) {
      if (isBlank(child[name])) findings.push(diffFinding('blank', `${place}/${index}/${name}`));
    }
    const { suggested_status: status = '' } = child;
    if (!isBlank(status) && !isNodeStatus(status)) {
      findings.push(
        diffFinding('unknown-status', `${place}/${index}/suggested_status`, { status }),
      );
    }
  }
  const existing = Object.hasOwn(children, parent) ? (children[parent] ?? []) : [];
  if (existing.length > 0) {
    findings.push(
      diffFinding('parent-has-children', '/change/parent_node_id', { id: parent }, 'should'),
    );
  }
  if (added.length >= manyChildren) {
    findings.push(diffFinding('many-children', place, { actual: added.length }, 'should'));
  }
  return findings;
}

function groupingFindings(
  { group_label: label, node_ids }: GroupingChange,
  board: BoardIndex,
): readonly Finding[] {
  const findings: Finding[] = [];
  const ids = new Set(node_ids);
  if (ids.size < 2) {
    findings.push(
      diffFinding('group-too-small', '/change/node_ids', { minimum: 2, actual: ids.size }),
    );
  }
  if (isBlank(label)) findings.push(diffFinding('blank', '/change/group_label'));
  const similar = board.similarGroup(label, ids, similarShare);
  if (similar !== undefined) {
    findings.push(
      diffFinding('similar-group', '/change', { label: similar.group_label }, 'should'),
    );
  }
  return findings;
}

function relationFindings(
  { from, to, relation_type: type }: RelationChange,
  board: BoardIndex,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (isBlank(type)) findings.push(diffFinding('blank', '/change/relation_type'));
  if (from === to) findings.push(diffFinding('self-relation', '/change', { id: from }));
  if (board.hasRelation(from, to, type))
    findings.push(diffFinding('existing-relation', '/change', { from, to }));
  if (from !== to && board.hasRelation(to, from)) {
    findings.push(diffFinding('reverse-relation', '/change', { from, to }, 'should'));
  }
  return findings;
}
