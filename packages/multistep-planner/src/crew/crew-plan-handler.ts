import { randomIds } from '@kanmon/core';
import type { PlanInput, PlanOutcome } from '../planner/read-turn.ts';
import { requestIdPattern } from '../wire/dialog-schema.ts';
import { crewPlanRequestSchema } from './crew-schema.ts';
import { readLimited } from './read-limited.ts';

/** Same as the limit of the dialog's own HTTP entry. */
const maxBodyBytes = 1_048_576;

/**
 * The other end of the crew contract: a handler for `POST /crew/orchestrator/plan` that plans with
 * `planner`, so that two processes can be each other's crew.
 *
 * @example
 * app.post('/crew/orchestrator/plan', (c) => crewPlanHandler((input) => planByRules(input))(c.req.raw));
 */
export function crewPlanHandler(
  planner: (input: PlanInput) => PlanOutcome | Promise<PlanOutcome>,
): (request: Request) => Promise<Response> {
  const ids = randomIds();
  return async (request) => {
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && requestIdPattern.test(given) ? given : ids.next('req');
    const refuse = (
      status: number,
      error: string,
      message: string,
      details: readonly { readonly field: string; readonly issue: string }[] = [],
    ): Response =>
      Response.json(
        { error, message, details, request_id: requestId },
        {
          status,
          headers: { 'x-request-id': requestId, ...(status === 405 ? { allow: 'POST' } : {}) },
        },
      );
    if (request.method !== 'POST') return refuse(405, 'method_not_allowed', 'use POST');
    const read = await readLimited(request, maxBodyBytes);
    if (!read.ok) {
      return read.problem === 'too-large'
        ? refuse(413, 'payload_too_large', `at most ${maxBodyBytes} bytes`)
        : refuse(400, 'invalid_json', 'the body is not valid UTF-8');
    }
    const body = parsed(read.text);
    if (body === undefined) return refuse(400, 'invalid_json', 'the body is not JSON');
    const checked = crewPlanRequestSchema.safeParse(body.value);
    if (!checked.success) {
      const details = checked.error.issues.map((issue) => ({
        field: issue.path.join('.'),
        issue: issue.message,
      }));
      return refuse(400, 'validation_error', 'the body is no plan request', details);
    }
    const { conversation, locale, planOptions, debug } = checked.data;
    const last = conversation.at(-1);
    if (last?.role !== 'user') {
      const details = [{ field: 'conversation', issue: 'the last message must be of the user' }];
      return refuse(400, 'validation_error', 'the body is no plan request', details);
    }
    const { language = locale, topK } = planOptions;
    try {
      const { plan, reasons, source } = await planner({
        message: last.content,
        history: conversation.slice(0, -1),
        ...(language === 'ja' || language === 'en' ? { language } : {}),
        ...(topK === undefined ? {} : { topK }),
      });
      return Response.json(
        { plan: debug === true ? { ...plan, raw: { source, reasons } } : plan },
        { headers: { 'x-request-id': requestId } },
      );
    } catch {
      return refuse(500, 'internal_error', 'the planner failed');
    }
  };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
