import { type EventStore, isRecord, type StoredEvent } from '@kanmon/core';
import { HttpProblem } from '@kanmon/core/http';
import type {
  BoardState,
  DashboardNode,
  DecompositionChange,
  Diff,
  GroupingChange,
  RelationChange,
} from '@kanmon/proposal-quality';
import * as z from 'zod';

/** The streams of boards: `boards/<board id>`. */
export const boardPrefix = 'boards/';
/** The streams in which proposal-quality records the diffs of a board. */
export const ledgerPrefix = 'proposal-quality/';

const maxNodes = 1000;
const maxText = 1000;
const text = z.string().min(1).max(maxText);

/** A dashboard: the nodes of a board by tray. */
export const dashboardSchema = z.object({
  trays: z.record(
    text,
    z.array(z.looseObject({ id: text, title: text, status: text.exactOptional() })).max(maxNodes),
  ),
});
type Dashboard = z.infer<typeof dashboardSchema>;

/** A board as it is now: the dashboard that was stored last, and the diffs that were applied since. */
export interface Board extends BoardState {
  readonly board_id: string;
  readonly dashboard: Dashboard;
  readonly children: Readonly<Record<string, readonly string[]>>;
  readonly relations: NonNullable<BoardState['relations']>;
  readonly groups: NonNullable<BoardState['groups']>;
}

/** Reads a board. Throws 404 for one that was not stored. */
export async function readBoard(store: EventStore, boardId: string): Promise<Board> {
  let stored: StoredEvent | undefined;
  for await (const event of store.read(boardPrefix + boardId)) {
    if (event.type === 'board-stored') stored = event;
  }
  if (stored === undefined) {
    throw new HttpProblem(404, 'board_unknown', {
      message: {
        en: 'This board is not stored; PUT it to /api/boards/{id} first',
        ja: 'このボードは登録されていません。先に PUT /api/boards/{id} で登録してください',
      },
    });
  }
  const { position, data } = stored;
  const dashboard = dashboardSchema.parse(isRecord(data) ? data['dashboard'] : data);
  let board: Board = {
    board_id: boardId,
    dashboard,
    nodes: Object.values(dashboard.trays).flat().map(nodeOf),
    children: {},
    relations: [],
    groups: [],
  };
  for await (const event of store.read(ledgerPrefix + boardId)) {
    if (event.type !== 'diff-applied' || event.position < position) continue;
    // The ledger wrote it, and checks a diff by its schema before.
    const { diff } = event.data as unknown as { readonly diff: Diff };
    board = applyDiff(board, diff);
  }
  return board;
}

/** Stores the dashboard of a board. Diffs that were applied before no longer count. */
export async function storeBoard(
  store: EventStore,
  boardId: string,
  dashboard: Dashboard,
  actor: string,
): Promise<void> {
  // Our schema has checked it: a dashboard is JSON.
  const data = { dashboard: z.json().parse(dashboard) };
  await store.append(boardPrefix + boardId, [{ type: 'board-stored', data, actor }], {
    expectedVersion: 'any',
  });
}

function nodeOf({ id, title, status }: Dashboard['trays'][string][number]): DashboardNode {
  return { id, title, ...(status === undefined ? {} : { status }) };
}

/** The status of a child without a suggestion. */
const newStatus = 'CAPTURED';

/** Returns the board with the change of a diff. */
export function applyDiff(board: Board, { diff_id: id, type, change }: Diff): Board {
  // The type of a diff names the shape of its change.
  if (type === 'decomposition') return withChildren(board, id, change as DecompositionChange);
  if (type === 'grouping') {
    return { ...board, groups: [...board.groups, change as GroupingChange] };
  }
  const { from, to, relation_type } = change as RelationChange;
  return { ...board, relations: [...board.relations, { from, to, relation_type }] };
}

function withChildren(
  board: Board,
  diffId: string,
  { parent_node_id: parent, add_children: added }: DecompositionChange,
): Board {
  const nodes = added.map(({ title, suggested_status: status = newStatus }, index) => ({
    id: `${diffId}.${index + 1}`,
    title,
    status,
  }));
  const known = board.children[parent] ?? [];
  return {
    ...board,
    nodes: [...board.nodes, ...nodes],
    children: { ...board.children, [parent]: [...known, ...nodes.map(({ id }) => id)] },
  };
}
