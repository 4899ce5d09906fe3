/** One of the fifteen. */
export type NodeStatus =
  | 'CAPTURED'
  | 'CLARIFYING'
  | 'READY'
  | 'IN_PROGRESS'
  | 'DELEGATED'
  | 'WAITING_EXTERNAL'
  | 'SCHEDULED'
  | 'BLOCKED'
  | 'NEEDS_DECISION'
  | 'NEEDS_REVIEW'
  | 'COOLING'
  | 'DORMANT'
  | 'REACTIVATED'
  | 'DONE'
  | 'CANCELLED';

/** The statuses of a node, from capture to rest. */
export const nodeStatuses: readonly NodeStatus[] = Object.freeze([
  'CAPTURED',
  'CLARIFYING',
  'READY',
  'IN_PROGRESS',
  'DELEGATED',
  'WAITING_EXTERNAL',
  'SCHEDULED',
  'BLOCKED',
  'NEEDS_DECISION',
  'NEEDS_REVIEW',
  'COOLING',
  'DORMANT',
  'REACTIVATED',
  'DONE',
  'CANCELLED',
]);

const known: ReadonlySet<string> = new Set(nodeStatuses);

/** Whether a text is one of the fifteen, as written. */
export function isNodeStatus(status: unknown): status is NodeStatus {
  return typeof status === 'string' && known.has(status);
}

/** Where a node may go from each status, besides DONE; see `nextStatuses`. */
const table: Readonly<Record<NodeStatus, string>> = {
  CAPTURED: 'CLARIFYING READY DELEGATED WAITING_EXTERNAL SCHEDULED COOLING CANCELLED',
  CLARIFYING:
    'READY CAPTURED NEEDS_DECISION DELEGATED WAITING_EXTERNAL SCHEDULED COOLING CANCELLED',
  READY: 'IN_PROGRESS SCHEDULED DELEGATED WAITING_EXTERNAL BLOCKED COOLING CANCELLED',
  IN_PROGRESS:
    'DONE NEEDS_REVIEW NEEDS_DECISION BLOCKED DELEGATED WAITING_EXTERNAL COOLING CANCELLED',
  DELEGATED: 'READY IN_PROGRESS DONE WAITING_EXTERNAL COOLING CANCELLED',
  WAITING_EXTERNAL: 'READY IN_PROGRESS BLOCKED COOLING CANCELLED',
  SCHEDULED: 'READY IN_PROGRESS COOLING CANCELLED',
  BLOCKED: 'READY IN_PROGRESS NEEDS_DECISION COOLING CANCELLED',
  NEEDS_DECISION: 'READY IN_PROGRESS BLOCKED DELEGATED COOLING CANCELLED',
  NEEDS_REVIEW: 'DONE IN_PROGRESS READY COOLING CANCELLED',
  COOLING: 'DORMANT REACTIVATED CANCELLED',
  DORMANT: 'REACTIVATED CANCELLED',
  REACTIVATED: 'READY IN_PROGRESS CLARIFYING COOLING CANCELLED',
  DONE: 'REACTIVATED',
  CANCELLED: 'REACTIVATED',
};

const next: ReadonlyMap<NodeStatus, readonly NodeStatus[]> = new Map(
  nodeStatuses.map((from) => {
    const listed = new Set(table[from].split(' '));
    // Whatever a node is at, it may turn out to be done; only what was given up may not.
    if (from !== 'CANCELLED') listed.add('DONE');
    listed.delete(from);
    return [from, Object.freeze(nodeStatuses.filter((status) => listed.has(status)))];
  }),
);

/** The other statuses a node may go to, in the order of `nodeStatuses`; none from an unknown status. */
export function nextStatuses(from: string): readonly NodeStatus[] {
  return isNodeStatus(from) ? (next.get(from) ?? []) : [];
}

/** Whether a node may go from one status to another. Staying is allowed; unknown statuses never. */
export function canTransition(from: string, to: string): boolean {
  if (!isNodeStatus(from) || !isNodeStatus(to)) return false;
  return from === to || nextStatuses(from).includes(to);
}

const resting: ReadonlySet<string> = new Set<NodeStatus>(['DONE', 'CANCELLED', 'DORMANT']);

/** Whether a node in this status asks for anybody's attention: all but DONE, CANCELLED, DORMANT. */
export function isActive(status: string): boolean {
  return isNodeStatus(status) && !resting.has(status);
}
