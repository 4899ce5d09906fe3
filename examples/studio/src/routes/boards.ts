import type { EventStore } from '@kanmon/core';
import { HttpProblem, type Route } from '@kanmon/core/http';
import * as z from 'zod';
import { boardPrefix, dashboardSchema, readBoard, storeBoard } from '../boards.ts';

const text = z.string();
const body = z.object({ dashboard: dashboardSchema });
const boardSchema = z.object({
  board_id: text,
  dashboard: dashboardSchema,
  nodes: z.array(z.unknown()),
  children: z.record(text, z.array(text)),
  relations: z.array(z.unknown()),
  groups: z.array(z.unknown()),
});
const example = { dashboard: { trays: { inbox: [{ id: 'n1', title: 'Book the venue' }] } } };

/** The boards that proposals are about. A confirmed diff is judged and applied against the board here. */
export function boardRoutes(store: EventStore): readonly Route[] {
  const params = z.object({ board: text.min(1).max(200) });
  return [
    {
      method: 'GET',
      path: '/api/boards',
      id: 'listBoards',
      summary: 'Lists the boards',
      scope: 'proposals:read',
      answers: {
        200: {
          description: 'The boards',
          schema: z.object({ items: z.array(z.object({ board_id: text, updated_at: text })) }),
        },
      },
      async handle({ json }) {
        const streams = await Array.fromAsync(store.listStreams({ prefix: boardPrefix }));
        return json(200, {
          items: streams.map(({ streamId, updatedAt }) => ({
            board_id: streamId.slice(boardPrefix.length),
            updated_at: updatedAt,
          })),
        });
      },
    },
    {
      method: 'GET',
      path: '/api/boards/{board}',
      id: 'getBoard',
      summary: 'Returns a board with the effects of the diffs that were applied',
      scope: 'proposals:read',
      params,
      answers: { 200: { description: 'The board', schema: boardSchema } },
      problems: { 404: ['board_unknown'] },
      handle: async ({ param, json }) => json(200, await readBoard(store, param('board'))),
    },
    {
      method: 'PUT',
      path: '/api/boards/{board}',
      id: 'storeBoard',
      summary: 'Stores the dashboard of a board',
      scope: 'proposals:write',
      params,
      requestBody: { schema: body, example },
      answers: { 200: { description: 'The board', schema: boardSchema } },
      async handle(request) {
        const { dashboard } = (await request.body()).check(body);
        const { caller } = request;
        if (caller === undefined) throw new HttpProblem(401, 'unauthorized');
        const board = request.param('board');
        await storeBoard(store, board, dashboard, caller.id);
        return request.json(200, await readBoard(store, board));
      },
    },
  ];
}
