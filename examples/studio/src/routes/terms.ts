import { invalidRequest, type Route } from '@kanmon/core/http';
import { fieldIssue } from '@kanmon/core/kit';
import {
  compareRevisions,
  createTermGate,
  extractRequiredTerms,
  renderCoverageMatrix,
} from '@kanmon/term-preservation';
import { taskSchema } from '@kanmon/term-preservation/schemas';
import * as z from 'zod';

/** A request longer than this is a document: the part that asks for something is enough. */
const maxRequest = 20_000;
const maxTasks = 500;
const maxRevisions = 20;

const request = z.string().min(1).max(maxRequest);
const tasks = z.array(taskSchema).max(maxTasks);
const rejectOn = z.enum(['never', 'literals', 'rate', 'any']).default('literals');

const bodies = {
  check: z.object({ request, tasks, reject_on: rejectOn }),
  compare: z.object({ request, revisions: z.array(tasks).min(1).max(maxRevisions) }),
};

const sample = {
  request: '3秒以内に返す。印刷は不要',
  tasks: [{ id: 't1', title: '検索を速くする', acceptance: '3秒以内に返す' }],
};

/** The routes of the plan guard. They store nothing. */
export function termRoutes(): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/terms/check',
      id: 'checkTerms',
      summary: 'Checks that a plan preserves the terms of its request',
      scope: 'plans:check',
      requestBody: { schema: bodies.check, example: sample },
      answers: {
        200: {
          description: 'The decision, the evidence of each term and the coverage matrix',
          schema: z.object({
            decision: z.enum(['accept', 'warn', 'reject']),
            reasons: z.array(z.string()),
            result: z.unknown(),
            required: z.unknown(),
            matrix: z.string(),
            repair_prompt: z.string().nullable(),
          }),
        },
      },
      async handle({ body, locale, json }) {
        const given = (await body()).check(bodies.check);
        const required = extractRequiredTerms(given.request);
        const gate = createTermGate({ locale, rejectOn: given.reject_on });
        const { decision, reasons, result, repairPrompt } = gate.check(given.request, given.tasks);
        return json(200, {
          decision,
          reasons,
          result,
          required,
          matrix: renderCoverageMatrix(result, { locale }),
          repair_prompt: repairPrompt ?? null,
        });
      },
    },
    {
      method: 'POST',
      path: '/api/terms/compare',
      id: 'compareTerms',
      summary: 'Follows the terms of a request through the revisions of a plan',
      scope: 'plans:check',
      requestBody: {
        schema: bodies.compare,
        example: { request: sample.request, revisions: [sample.tasks, []] },
      },
      answers: {
        200: {
          description: 'The status of each term in each revision',
          schema: z.object({ required: z.unknown(), drift: z.unknown() }),
        },
      },
      async handle({ body, locale, json }) {
        const given = (await body()).check(bodies.compare);
        const required = extractRequiredTerms(given.request);
        if (required.items.length === 0) {
          throw invalidRequest([fieldIssue(['request'], 'blank')]);
        }
        const drift = compareRevisions(required, given.revisions, { locale });
        return json(200, { required, drift });
      },
    },
  ];
}
