const statuses = [
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
] as const;

/** A status of a node. */
export type NodeStatus = (typeof statuses)[number];

/** The fifteen statuses of a node, from capture to rest. */
export const nodeStatuses: readonly NodeStatus[] = Object.freeze(statuses);

const known: ReadonlySet<string> = new Set(nodeStatuses);

/** Returns whether a text is a status, as written. */
export function isNodeStatus(status: unknown): status is NodeStatus {
  return typeof status === 'string' && known.has(status);
}

/** The statuses after each status, besides DONE; see `nextStatuses`. */
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
    // A node may turn out to be done at any time, unless it was cancelled.
    if (from !== 'CANCELLED') listed.add('DONE');
    listed.delete(from);
    return [from, Object.freeze(nodeStatuses.filter((status) => listed.has(status)))];
  }),
);

/** Returns the other statuses a node may change to, in the order of `nodeStatuses`; [] for an unknown status. */
export function nextStatuses(from: string): readonly NodeStatus[] {
  return isNodeStatus(from) ? (next.get(from) ?? []) : [];
}

/** Returns whether a node may change from one status to another. Staying is allowed; unknown statuses are not. */
export function canTransition(from: string, to: string): boolean {
  if (!isNodeStatus(from) || !isNodeStatus(to)) return false;
  return from === to || nextStatuses(from).includes(to);
}

/** Returns whether a node in this status needs attention: every status but DONE, CANCELLED, DORMANT. */
export function isActive(status: string): boolean {
  return isNodeStatus(status) && !['DONE', 'CANCELLED', 'DORMANT'].includes(status);
}
