import { formatPointer } from '@kanmon/core/json';
import { isRecord, type JsonValue } from '@kanmon/core';
import type { DashboardNode } from '../rules/report-context.ts';
import { jsonCopy } from './json-copy.ts';
import { ProposalInputError } from './proposal-input-error.ts';

/** Longer ids are no ids but texts. */
const maxIdLength = 200;
/** As many as a validator accepts ids; more is no board that a model could read. */
export const maxNodes = 10_000;

/** A node and the tray it was first found in. */
export interface PlacedNode {
  readonly node: DashboardNode;
  readonly tray: string;
}

/**
 * The nodes of a dashboard: the union over its trays in order, by id, the first wins. Ids are
 * trimmed, and nodes with a blank one dropped. Throws `ProposalInputError` naming the place.
 */
export function nodesOf(dashboard: unknown): readonly DashboardNode[] {
  return placedNodesOf(dashboard, '').map(({ node }) => node);
}

/** The same, with trays; `at` is where the dashboard itself stands. */
export function placedNodesOf(dashboard: unknown, at: string): readonly PlacedNode[] {
  const trays = isRecord(dashboard) ? ownValue(dashboard, 'trays') : undefined;
  if (!isRecord(trays)) {
    throw new ProposalInputError(
      'expected trays, an object of lists of nodes, as in { trays: { inbox: [{ id: "n1", title: "..." }] } }',
      { path: `${at}/trays` },
    );
  }
  const placed = new Map<string, PlacedNode>();
  for (const [tray, nodes] of Object.entries(trays)) {
    const place = `${at}/trays${formatPointer([tray])}`;
    if (!Array.isArray(nodes))
      throw new ProposalInputError('expected a list of nodes', { path: place });
    for (const [index, given] of nodes.entries()) {
      const node = readNode(given, `${place}/${index}`);
      if (node.id === '' || placed.has(node.id)) continue;
      if (placed.size >= maxNodes) {
        throw new ProposalInputError(`expected at most ${maxNodes} nodes`, { path: `${at}/trays` });
      }
      placed.set(node.id, { node, tray });
    }
  }
  return [...placed.values()];
}

const control = /\p{Cc}/u;

/** A node as the rest of the package may rely on it; members of the host that are JSON are kept. */
export function readNode(given: unknown, path: string): DashboardNode {
  if (!isRecord(given)) throw new ProposalInputError('expected a node, an object', { path });
  const id = ownValue(given, 'id');
  if (typeof id !== 'string') {
    throw new ProposalInputError('expected an id, a text', { path: `${path}/id` });
  }
  const trimmed = id.trim();
  if (trimmed.length > maxIdLength) {
    throw new ProposalInputError(`expected an id of at most ${maxIdLength} characters`, {
      path: `${path}/id`,
    });
  }
  if (control.test(trimmed)) {
    throw new ProposalInputError('expected an id without control characters', {
      path: `${path}/id`,
    });
  }
  const title = ownValue(given, 'title');
  const status = ownValue(given, 'status');
  return {
    ...hostMembers(given),
    id: trimmed,
    title: typeof title === 'string' ? title : '',
    ...(typeof status === 'string' ? { status } : {}),
  };
}

const ownMembers: ReadonlySet<string> = new Set(['id', 'title', 'status', '__proto__']);

function hostMembers(given: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  const members: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) {
    if (ownMembers.has(name)) continue;
    const copied = jsonCopy(value);
    if (copied !== undefined) members[name] = copied;
  }
  return members;
}

/** An own member; what the prototype has was not sent. */
export function ownValue(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
