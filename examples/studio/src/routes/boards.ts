import type { Clock, EventStore } from '@kanmon/core';
import { HttpProblem, type Route } from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import { boardEffect } from '../board-effect.ts';
import { readProposals, rejectDiff } from '../board-proposals.ts';
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
const maxReason = 500;
const rejection = z.object({
  diff_id: text.min(1),
  content_hash: text.min(1),
  reason: text.trim().min(1).max(maxReason),
});
const proposalSchema = z.object({
  diff: z.unknown(),
  content_hash: text,
  state: z.enum(['proposed', 'confirmed', 'applied', 'rejected']),
  confirmation: z.unknown().exactOptional(),
  names: z.record(text, text),
  rejection: z.object({ by: text, at: text, reason: text }).nullable(),
  effect: boardEffect.nullable(),
  revision: text,
  result: z.enum(['VALID', 'NEEDS_REVIEW', 'INVALID']),
  remarks: z.array(text),
});
const proposalsSchema = z.object({ items: z.array(proposalSchema) });

/** The boards that proposals are about. A confirmed diff is judged and applied against the board here. */
export function boardRoutes(store: EventStore, clock: Clock | undefined): readonly Route[] {
  const options = { store, ...withoutUndefined({ clock }) };
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
    {
      method: 'GET',
      path: '/api/boards/{board}/proposals',
      id: 'listProposals',
      summary: 'Lists the diffs of a board with their effects on it as it is now',
      description:
        'Send `revision` as `If-Match` with a confirmation: it is refused with 412 when the effect is another one.',
      scope: 'proposals:read',
      params,
      answers: { 200: { description: 'The diffs', schema: proposalsSchema } },
      problems: { 404: ['board_unknown'] },
      handle: async ({ param, json, locale }) =>
        json(200, { items: await readProposals(options, param('board'), locale) }),
    },
    {
      method: 'POST',
      path: '/api/boards/{board}/rejections',
      id: 'rejectProposal',
      summary: 'A person rejects a diff with a reason',
      scope: 'proposals:confirm',
      params,
      requestBody: {
        schema: rejection,
        example: { diff_id: 'diff_1', content_hash: 'sha256:0', reason: 'One note is enough' },
      },
      answers: { 201: { description: 'The diffs', schema: proposalsSchema } },
      problems: {
        403: ['not_human'],
        404: ['board_unknown', 'diff_unknown'],
        409: ['diff_changed', 'diff_already_applied'],
      },
      async handle(sent) {
        const { request, caller, param, json, locale } = sent;
        if (caller?.human !== true) throw new HttpProblem(403, 'not_human', { message: notHuman });
        const {
          diff_id: diffId,
          content_hash: hash,
          reason,
        } = (await sent.body()).check(rejection);
        const key = request.headers.get('idempotency-key') ?? undefined;
        const given = { diffId, contentHash: hash, reason, by: caller.id, key };
        await rejectDiff(options, param('board'), given);
        return json(201, { items: await readProposals(options, param('board'), locale) });
      },
    },
  ];
}

const notHuman = { en: 'Only a person can reject', ja: '却下できるのは人間だけです' };
