import { isList, isRecord } from '../model/json.ts';

/** The order in which people read the seed's files; what is not named here follows, by name. */
const readingOrder: readonly string[] = [
  'schema_version',
  'generated_at',
  'spec_id',
  'id',
  'slide_id',
  'patch_id',
  'op',
  'from',
  'path',
  'value',
  'source',
  'action',
  'actor',
  'timestamp',
  'policy_id',
  'policy_name',
  'intent',
  'type_hint',
  'title',
  'body',
  'headers',
  'rows',
  'table_data',
  'note',
  'notes',
  'elements',
  'status',
  'story',
  'phase',
  'grade',
  'code',
  'severity',
  'message',
  'description',
  'issues',
  'autofix_proposals',
  'ai_review',
  'applied_autofix',
  'approval',
  'slides',
];
const rank: ReadonlyMap<string, number> = new Map(readingOrder.map((key, index) => [key, index]));

/** The same JSON with its keys in one order, wherever it came from: equal files have equal bytes. */
export function inKeyOrder(value: unknown): unknown {
  if (isList(value)) return value.map(inKeyOrder);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => compare(left, right));
  return Object.fromEntries(entries.map(([key, member]) => [key, inKeyOrder(member)]));
}

function compare(left: string, right: string): number {
  const byRank = (rank.get(left) ?? rank.size) - (rank.get(right) ?? rank.size);
  return byRank !== 0 ? byRank : left < right ? -1 : left > right ? 1 : 0;
}
