import { randomIds } from '@kanmon/core';
import {
  checkBy,
  type FieldIssue,
  fieldIssue,
  fieldIssueText,
  parseStrictJson,
  withoutUndefined,
} from '@kanmon/core/kit';
import type { PlanInput, PlanOutcome } from '../planner/turn.ts';
import { requestIdPattern } from '../wire/dialog-schema.ts';
import { type CrewPlanRequest, crewPlanRequestSchema, readLimited } from './crew-contract.ts';

/** A history of the contract at its limits, in Japanese, has about this size. */
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
    const headers = { 'x-request-id': requestId };
    const asked = await readRequest(request);
    if ('error' in asked) return refuse(asked, headers);
    try {
      const { plan, reasons, source } = await planner(inputOf(asked));
      const shown = asked.debug === true ? { ...plan, raw: { source, reasons } } : plan;
      return Response.json({ plan: shown }, { headers });
    } catch {
      return refuse(
        { status: 500, error: 'internal_error', message: 'The planner failed' },
        headers,
      );
    }
  };
}

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly details?: readonly FieldIssue[];
}

/** Returns the request of the contract, or why it is refused. */
async function readRequest(request: Request): Promise<CrewPlanRequest | Refusal> {
  if (request.method !== 'POST') {
    return { status: 405, error: 'method_not_allowed', message: 'Use POST' };
  }
  const read = await readLimited(request, maxBodyBytes);
  if (!read.ok && read.problem === 'too-large') {
    const message = `The body is larger than ${maxBodyBytes} bytes`;
    return { status: 413, error: 'payload_too_large', message };
  }
  const parsed = read.ok ? parseStrictJson(read.text) : null;
  if (parsed?.ok !== true) {
    const message = `The body is not valid ${read.ok ? 'JSON' : 'UTF-8'}`;
    return { status: 400, error: 'invalid_json', message };
  }
  const checked = checkBy(crewPlanRequestSchema, parsed.value);
  const details = checked.ok ? lastIssues(checked.value) : checked.issues;
  if (checked.ok && details.length === 0) return checked.value;
  const message = 'The body is not a plan request; see details';
  return { status: 400, error: 'validation_error', message, details };
}

/** The last message is the one to plan: it must be of the user. */
function lastIssues({ conversation }: CrewPlanRequest): readonly FieldIssue[] {
  const last = conversation.length - 1;
  return conversation[last]?.role === 'user'
    ? []
    : [fieldIssue(['conversation', last, 'role'], 'unknown_value')];
}

function inputOf({ conversation, locale, planOptions }: CrewPlanRequest): PlanInput {
  const { language: wanted = locale, topK } = planOptions;
  const language: PlanInput['language'] = wanted === 'ja' || wanted === 'en' ? wanted : undefined;
  return withoutUndefined({
    message: conversation.at(-1)?.content ?? '',
    history: conversation.slice(0, -1),
    language,
    topK,
  });
}

function refuse(
  { status, error, message, details = [] }: Refusal,
  headers: { readonly 'x-request-id': string },
): Response {
  const body = {
    error,
    message,
    details: details.map((each) => ({
      ...each,
      message: `${each.field} ${fieldIssueText(each.issue, 'en')}`,
    })),
    request_id: headers['x-request-id'],
  };
  return Response.json(body, {
    status,
    headers: { ...headers, ...(status === 405 ? { allow: 'POST' } : {}) },
  });
}
