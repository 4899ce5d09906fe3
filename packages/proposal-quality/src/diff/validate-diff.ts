import {
  type Finding,
  isRecord,
  type JsonPointer,
  type JsonValue,
  type Locale,
  type Severity,
  type ValidationResult,
} from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import { checkOptions, copyJson, formatGateFinding, validationResult } from '@kanmon/core/kit';
import type * as z from 'zod';
import { proposalCatalog } from '../messages/catalogs.ts';
import { maxItems, ownMember, typeName } from '../report/shape.ts';
import { isNodeStatus } from '../status/node-status.ts';
import { isBlank } from '../text/is-blank.ts';
import { checkLocale } from '../text/locale-of.ts';
import {
  type BoardState,
  checkBoard,
  type DecompositionChange,
  type Diff,
  diffVariants,
  type GroupingChange,
  type RelationChange,
  untypedDiff,
} from './diff.ts';

/** `NEEDS_REVIEW`: can be applied, but a person may want to look twice. */
export type DiffVerdict = ValidationResult & {
  readonly result: 'VALID' | 'NEEDS_REVIEW' | 'INVALID';
};

/** Options of `validateDiff`. */
export interface DiffVerdictOptions {
  /** Language of `errors` and `warnings`. @default 'en' */
  readonly locale?: Locale;
}

/**
 * Judges a diff against the board as it is now. Never throws on `diff`, and corrects nothing: Musts
 * make it INVALID, Shoulds make it NEEDS_REVIEW. Throws `InvalidArgumentError` for a `state` that is not a board.
 */
export function validateDiff(
  diff: unknown,
  state: BoardState,
  options: DiffVerdictOptions = {},
): DiffVerdict {
  checkOptions(options, 'locale', 'validateDiff(diff, state, options)');
  checkLocale(options.locale);
  return judgeOn(diff, indexBoard(state), options.locale);
}

/** Judges diffs against one board, which is indexed once for all of them. */
export function judgeDiffs(
  diffs: readonly Diff[],
  state: BoardState,
  locale?: Locale,
): readonly { readonly diff: Diff; readonly verdict: DiffVerdict }[] {
  const board = indexBoard(state);
  return diffs.map((diff) => ({ diff, verdict: judgeOn(diff, board, locale) }));
}

function judgeOn(diff: unknown, board: BoardIndex, locale: Locale = 'en'): DiffVerdict {
  const read = readDiff(diff);
  const findings = read.diff === null ? read.findings : changeFindings(read.diff, board);
  const verdict = validationResult(findings, (finding) =>
    formatGateFinding(finding, { locale, catalog: proposalCatalog }),
  );
  if (!verdict.ok) return Object.freeze({ ...verdict, result: 'INVALID' });
  return Object.freeze({ ...verdict, result: findings.length === 0 ? 'VALID' : 'NEEDS_REVIEW' });
}

/** Look-ups in a board, created once for all diffs that are judged against it. */
type BoardIndex = ReturnType<typeof indexBoard>;

/** Checks and indexes a board in time linear in its size. */
function indexBoard(state: BoardState) {
  checkBoard(state);
  const { nodes, groups = [], relations = [] } = state;
  const known = new Set(nodes.map(({ id }) => id));
  const groupIds = groups.map(({ node_ids: ids }) => new Set(ids));
  const firstOfLabel = new Map<string, number>();
  const groupsOfNode = new Map<string, number[]>();
  for (const [index, { group_label: label }] of groups.entries()) {
    if (!firstOfLabel.has(label)) firstOfLabel.set(label, index);
    for (const id of groupIds[index] ?? []) {
      const holders = groupsOfNode.get(id);
      if (holders === undefined) groupsOfNode.set(id, [index]);
      else holders.push(index);
    }
  }
  // A relation is found with its type, and by its ends alone.
  const related = new Set(
    relations.flatMap(({ from, to, relation_type: type }) => [
      keyOf(from, to),
      keyOf(from, to, type),
    ]),
  );
  return {
    state,
    hasNode: (id: string) => known.has(id),
    /** Returns the first group with this label, or that shares at least `share` of the smaller of the two. */
    similarGroup(label: string, ids: ReadonlySet<string>, share: number) {
      const shared = new Map<number, number>();
      for (const id of ids) {
        for (const index of groupsOfNode.get(id) ?? []) {
          shared.set(index, (shared.get(index) ?? 0) + 1);
        }
      }
      let first = firstOfLabel.get(label) ?? groups.length;
      for (const [index, count] of shared) {
        const smaller = Math.min(ids.size, groupIds[index]?.size ?? 0);
        if (count >= smaller * share) first = Math.min(first, index);
      }
      return groups[first];
    },
    hasRelation: (from: string, to: string, type?: string) => related.has(keyOf(from, to, type)),
  };
}

function keyOf(from: string, to: string, type?: string): string {
  return JSON.stringify(type === undefined ? [from, to] : [from, to, type]);
}

type ReadDiff =
  | { readonly diff: Diff }
  | { readonly diff: null; readonly findings: readonly Finding[] };

const memberNames: ReadonlySet<string> = new Set(Object.keys(untypedDiff.shape));

/** Parses a diff, or returns the findings that keep its change from being judged. */
function readDiff(given: unknown): ReadDiff {
  let known = given;
  try {
    // Unknown members are not copied, however large they are.
    if (isRecord(given)) known = pick(given, memberNames);
  } catch {
    return mismatch('not JSON'); // a getter that throws
  }
  const copied = copyJson(known);
  if (!copied.ok) return mismatch('not JSON');
  const { value } = copied;
  const reason = ownMember(value, 'reason');
  const blank =
    typeof reason === 'string' && isBlank(reason) ? [diffFinding('reason-missing', '/reason')] : [];
  const parsed = variantOf(value).safeParse(value, { reportInput: true });
  const findings = [...(parsed.error?.issues ?? []).flatMap(findingsOf), ...blank];
  if (findings.length > 0) return { diff: null, findings };
  const hasUnknown = isRecord(given) && Object.keys(given).some((name) => !memberNames.has(name));
  return parsed.success && !hasUnknown
    ? { diff: parsed.data }
    : mismatch('a member that no diff has, or another action than add');
}

function pick(given: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}

function mismatch(message: string): ReadDiff {
  return { diff: null, findings: [diffFinding('schema-mismatch', '', { message })] };
}

/** Returns the schema of the diff's own type, so that its issues name the members of that type. */
function variantOf(value: JsonValue): z.ZodType<Diff> {
  const type = ownMember(value, 'type');
  const known = Object.entries(diffVariants).find(([name]) => name === type);
  // Its `type` never parses, so it returns issues only.
  return known?.[1] ?? (untypedDiff as z.ZodType as z.ZodType<Diff>);
}

/** Converts an issue of zod to a finding. Unknown members and another action have no place in a diff. */
function findingsOf(issue: z.core.$ZodIssue): readonly Finding[] {
  const path = formatPointer(issue.path.map(String));
  const input = issue.input as JsonValue | undefined; // a part of a value that was copied as JSON
  if (path === '/reason') return [diffFinding('reason-missing', path)];
  if (issue.code === 'unrecognized_keys') return [];
  if (issue.code === 'too_big') {
    const actual = Array.isArray(input) ? input.length : 0;
    return [diffFinding('too-many', path, { maximum: maxItems, actual })];
  }
  if (input === undefined) return [diffFinding('required', path)];
  if (issue.code === 'invalid_value' && typeof input === 'string') {
    return path === '/type' ? [diffFinding('unknown-type', path, { type: input })] : [];
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : 'string';
  return [diffFinding('wrong-type', path, { expected, received: typeName(input) })];
}

function diffFinding(
  code: string,
  path: JsonPointer,
  params: Finding['params'] = {},
  severity: Severity = 'must',
): Finding {
  const rule = severity === 'must' ? 'diff/valid' : 'diff/review';
  return Object.freeze({ rule, code, severity, path, params: Object.freeze(params) });
}

/** From this number on, a person should check whether the parts are too small. */
const manyChildren = 10;
/** Groups that share this part of the smaller one may be duplicates. */
const similarShare = 0.5;

type Report = (code: string, path: JsonPointer, params?: Finding['params']) => void;

/** Returns the findings in a change on the board as it is. */
function changeFindings(diff: Diff, board: BoardIndex): readonly Finding[] {
  const { change, target_node_id: target } = diff;
  const findings: Finding[] = [];
  const must: Report = (code, path, params) => void findings.push(diffFinding(code, path, params));
  const should: Report = (code, path, params) =>
    void findings.push(diffFinding(code, path, params, 'should'));
  const named = idsOf(diff);
  for (const [path, id] of named) {
    if (!board.hasNode(id)) must('unknown-node', path, { id, field: path.split('/')[2] ?? '' });
  }
  const expected = named[0]?.[1] ?? '';
  if (target !== expected) must('target-mismatch', '/target_node_id', { expected, actual: target });
  if ('add_children' in change) checkDecomposition(change, board, must, should);
  else if ('node_ids' in change) checkGrouping(change, board, must, should);
  else checkRelation(change, board, must, should);
  return findings;
}

/** Returns the ids in a change with their places, the target first. */
export function idsOf({ change }: Diff): readonly (readonly [JsonPointer, string])[] {
  if ('add_children' in change) return [['/change/parent_node_id', change.parent_node_id]];
  if ('node_ids' in change) {
    return change.node_ids.map((id, index) => [`/change/node_ids/${index}`, id]);
  }
  return [
    ['/change/from', change.from],
    ['/change/to', change.to],
  ];
}

function checkDecomposition(
  { parent_node_id: parent, add_children: added }: DecompositionChange,
  { state: { children = {} } }: BoardIndex,
  must: Report,
  should: Report,
): void {
  const place = '/change/add_children';
  if (added.length < 2) must('too-few-children', place, { minimum: 2, actual: added.length });
  for (const [index, child] of added.entries()) {
    const { title, context, suggested_status: status = '' } = child;
    if (isBlank(title)) must('blank', `${place}/${index}/title`);
    if (isBlank(context)) must('blank', `${place}/${index}/context`);
    if (!isBlank(status) && !isNodeStatus(status)) {
      must('unknown-status', `${place}/${index}/suggested_status`, { status });
    }
  }
  const existing = Object.hasOwn(children, parent) ? (children[parent] ?? []) : [];
  if (existing.length > 0) should('parent-has-children', '/change/parent_node_id', { id: parent });
  if (added.length >= manyChildren) should('many-children', place, { actual: added.length });
}

function checkGrouping(
  { group_label: label, node_ids }: GroupingChange,
  board: BoardIndex,
  must: Report,
  should: Report,
): void {
  const ids = new Set(node_ids);
  if (ids.size < 2) must('group-too-small', '/change/node_ids', { minimum: 2, actual: ids.size });
  if (isBlank(label)) must('blank', '/change/group_label');
  const similar = board.similarGroup(label, ids, similarShare);
  if (similar !== undefined) should('similar-group', '/change', { label: similar.group_label });
}

function checkRelation(
  { from, to, relation_type: type }: RelationChange,
  board: BoardIndex,
  must: Report,
  should: Report,
): void {
  if (isBlank(type)) must('blank', '/change/relation_type');
  if (from === to) must('self-relation', '/change', { id: from });
  if (board.hasRelation(from, to, type)) must('existing-relation', '/change', { from, to });
  if (from !== to && board.hasRelation(to, from))
    should('reverse-relation', '/change', { from, to });
}
