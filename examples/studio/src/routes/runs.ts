import type { EventStore, StreamSummary } from '@kanmon/core';
import { HttpProblem, readQuery, type Route } from '@kanmon/core/http';
import * as z from 'zod';
import { readRun, runPrefix } from '../read-run.ts';
import { readableRun } from '../run-values.ts';

const query = z.object({
  /** The number of newer runs that are left out. */
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const text = z.string();
const whole = z.int();
const list = z.array(z.unknown());
const attemptSchema = z.object({
  number: whole,
  mode: text,
  started_at: text,
  finished_at: text.nullable(),
  answer: text.nullable(),
  finish: text.nullable(),
  input_tokens: whole,
  output_tokens: whole,
  repairs: list,
  findings: list,
  patches: list,
  refused: text.nullable(),
  value_hash: text.nullable(),
  value: z.unknown(),
});
const runSchema = z.object({
  run_id: text,
  gate: text,
  actor: text.nullable(),
  started_at: text,
  finished_at: text.nullable(),
  status: z.enum(['running', 'passed', 'rejected']),
  reason: text.nullable(),
  usage: z.object({
    calls: whole,
    inputTokens: whole,
    outputTokens: whole,
    cost: z.number(),
    estimated: z.boolean(),
  }),
  attempts: z.array(attemptSchema),
});
const summarySchema = runSchema
  .omit({ attempts: true })
  .extend({ attempts: whole, repairs: whole, patches: whole, findings: whole });

/** The routes of gate runs. */
export function runRoutes(store: EventStore): readonly Route[] {
  const runAt = async (streamId: string) => readRun(await Array.fromAsync(store.read(streamId)));
  return [
    {
      method: 'GET',
      path: '/api/runs',
      id: 'listRuns',
      summary: 'Lists gate runs, the newest first',
      scope: 'proposals:read',
      query,
      answers: {
        200: {
          description: 'A page',
          schema: z.object({ items: z.array(summarySchema), total: whole }),
        },
      },
      async handle(request) {
        const { offset, limit } = readQuery(request.request, query);
        const streams = await Array.fromAsync(store.listStreams({ prefix: runPrefix }));
        const page = streams.toSorted(newestFirst).slice(offset, offset + limit);
        const items = await Promise.all(
          page.map(async ({ streamId }) => {
            const { attempts, ...run } = await runAt(streamId);
            const count = (of: 'repairs' | 'patches' | 'findings'): number =>
              attempts.reduce((sum, attempt) => sum + attempt[of].length, 0);
            return {
              ...run,
              attempts: attempts.length,
              repairs: count('repairs'),
              patches: count('patches'),
              findings: count('findings'),
            };
          }),
        );
        return request.json(200, { items, total: streams.length });
      },
    },
    {
      method: 'GET',
      path: '/api/runs/{id}',
      id: 'getRun',
      summary: 'Returns a gate run with its attempts, values, findings, patches, tokens and cost',
      scope: 'proposals:read',
      answers: { 200: { description: 'The run', schema: runSchema } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const run = await runAt(runPrefix + request.param('id'));
        if (run.started_at === '') throw new HttpProblem(404, 'not_found');
        return request.json(200, readableRun(run, request.locale));
      },
    },
  ];
}

function newestFirst(one: StreamSummary, other: StreamSummary): number {
  return other.updatedAt.localeCompare(one.updatedAt);
}
