import { isRecord } from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import * as z from 'zod';
import type { BoardState } from '../diff/diff.ts';
import { maxNodes, ownValue, placedNodesOf, readNode } from '../run/nodes-of.ts';
import { validationProblem } from './http-problem.ts';

const id = z.string().max(200);
const parts = z.object({
  nodes: z.array(z.unknown()).max(maxNodes),
  children: z.record(z.string(), z.array(id).max(maxNodes)).exactOptional(),
  relations: z
    .array(z.object({ from: id, to: id, relation_type: z.string().max(1000) }))
    .max(maxNodes)
    .exactOptional(),
  groups: z
    .array(z.object({ group_label: z.string().max(1000), node_ids: z.array(id).max(maxNodes) }))
    .max(maxNodes)
    .exactOptional(),
});

/**
 * A board as a request tells it: a `BoardState`, or a `Dashboard`, which has nodes only. Throws 400
 * or `ProposalInputError` naming the place.
 */
export function readState(given: unknown, at: string): BoardState {
  if (isRecord(given) && ownValue(given, 'trays') !== undefined) {
    return { nodes: placedNodesOf(given, at).map(({ node }) => node) };
  }
  const parsed = parts.safeParse(given);
  if (!parsed.success) {
    throw validationProblem(
      parsed.error.issues.map(({ path, message }) => ({
        path: at + formatPointer(path.map((token) => (typeof token === 'symbol' ? '' : token))),
        issue: message,
      })),
    );
  }
  const { nodes, ...rest } = parsed.data;
  return {
    ...rest,
    nodes: nodes.map((node, index) => readNode(node, `${at}/nodes/${index}`)),
  };
}
