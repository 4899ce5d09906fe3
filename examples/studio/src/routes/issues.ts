import { type Clock, type EventStore, KanmonError } from '@kanmon/core';
import {
  type HttpCaller,
  HttpProblem,
  readQuery,
  type Route,
  type RouteRequest,
} from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import {
  createWorkflowStateStore,
  type FixLoopPorts,
  type FixLoopResult,
  type Issue,
  runFixLoop,
  type SessionHandle,
  type SessionView,
  type Transaction,
  type WorkflowStateStore,
} from '@kanmon/issue-tracker';
import * as z from 'zod';
import { applyRule, categoryTools, checkStyle, planByRule, styleStep } from '../house-style.ts';
import { lifelinesSchema, readLifelines } from '../lifelines.ts';
import { createManuscripts, type Manuscripts } from '../manuscripts.ts';

/** A manuscript is one event, which holds 1 MiB of JSON; a Japanese character takes three bytes. */
const maxManuscript = 200_000;
const maxReason = 500;
/** A session is worked on by one request at a time; others wait this long. */
const waitMs = 10_000;

const text = z.string();
const manuscript = text.min(1).max(maxManuscript);
const id = text.min(1).max(128);
const range = z.object({ start: z.int().min(0), end: z.int().min(0) });
const bodies = {
  start: z.object({ episode_number: z.union([z.int().min(0), id]), text: manuscript }),
  step: z.object({
    /** A new revision; without it the last one is checked again. */
    text: manuscript.exactOptional(),
    /** True applies the fixes that the house style knows. */
    fix: z.boolean().default(false),
  }),
  confirm: z.object({
    issue_id: id,
    decision: z.enum(['approve', 'reject', 'defer']),
    range: range.exactOptional(),
  }),
  state: z.object({
    state: z.enum(['ignored', 'open']),
    /** Why a finding is ignored. */
    reason: z.string().trim().min(1).max(maxReason).exactOptional(),
  }),
};
const unresolvedQuery = z.object({
  session_id: text.exactOptional(),
  category: text.exactOptional(),
  min_severity: z.enum(['low', 'medium', 'high', 'critical']).exactOptional(),
  include_deferred: z.stringbool().default(false),
});
const timelineQuery = z.object({ issue_id: text.exactOptional() });
const viewQuery = z.object({ at: z.coerce.number().int().min(1).exactOptional() });

const list = z.array(z.unknown());
const sessionSchema = z.object({
  session: z.unknown(),
  steps: list,
  issues: list,
  resolutions: list,
  confirmations: list,
  version: z.int(),
  /** The hashes of the manuscripts that were checked, oldest first. */
  revisions: z.array(text),
});
const stepSchema = z.object({
  session_id: text,
  status: z.enum(['passed', 'stopped', 'waiting_for_user']),
  reason: text.nullable(),
  manuscript_hash: text,
  pending: list,
});

const stepAnswers = { 200: { description: 'The end of the round', schema: stepSchema } };
const stepProblems = { 404: ['not_found'], 409: ['session_locked', 'nothing_pending'] };
const revisionProblems = { ...stepProblems, 412: ['manuscript_changed'] };
const sample = { episode_number: 1, text: '一覧を、とても速く開くことができます！' };

/** Options of `issueRoutes`. */
export interface IssueRouteOptions {
  readonly store: EventStore;
  readonly clock?: Clock;
}

/** The routes of manuscript sessions, and the end of their store. */
export interface IssueRoutes {
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

/** Creates the routes. A session is open for the time of a request: between two, no instance holds it. */
export function issueRoutes({ store, clock }: IssueRouteOptions): IssueRoutes {
  const workflow = createWorkflowStateStore({
    store,
    // The scopes of the routes decide who may read and work.
    authorize: () => true,
    ...withoutUndefined({ clock }),
  });
  const viewOf = (sessionId: string, request: RouteRequest<HttpCaller>) =>
    workflow.view(sessionId, { actor: actorOf(request) });

  const routes: readonly Route[] = [
    {
      method: 'POST',
      path: '/api/issues/sessions',
      id: 'startSession',
      summary: 'Begins the session of a manuscript and checks its first revision',
      scope: 'issues:write',
      requestBody: { schema: bodies.start, example: sample },
      answers: { 201: { description: 'The first check', schema: stepSchema } },
      problems: { 409: ['session_locked'] },
      async handle(request) {
        const given = (await request.body()).check(bodies.start);
        const { id: initiator } = actorOf(request);
        const session = await workflow.beginSession(
          {
            episode_number: given.episode_number,
            initiator,
            // One round for each request: a person looks at each.
            iteration_policy: { count: 1 },
          },
          { waitMs, signal: request.request.signal },
        );
        const result = await inSession(workflow, session, () =>
          runRound({ workflow, session, request, store }, { text: given.text, fix: false }),
        );
        return request.json(201, stepView(session.sessionId, result));
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions',
      id: 'listSessions',
      summary: 'Lists the sessions',
      scope: 'issues:read',
      answers: {
        200: { description: 'The sessions, the newest first', schema: z.object({ items: list }) },
      },
      async handle(request) {
        const streams = await Array.fromAsync(store.listStreams({ prefix: sessionPrefix }));
        const views = await Promise.all(
          streams.map(({ streamId }) => viewOf(streamId.slice(sessionPrefix.length), request)),
        );
        const items = views
          .map(({ session, issues }) => ({ ...session, issues: issues.length }))
          .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
        return request.json(200, { items });
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions/{id}',
      id: 'getSession',
      summary: 'Returns a session with its issues and revisions, at any version',
      scope: 'issues:read',
      query: viewQuery,
      answers: { 200: { description: 'The session', schema: sessionSchema } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const { at } = readQuery(request.request, viewQuery);
        const sessionId = request.param('id');
        const view =
          at === undefined
            ? await viewOf(sessionId, request)
            : await workflow.at(sessionId, { version: at }, { actor: actorOf(request) });
        return request.json(200, { ...view, revisions: revisionsOf(view) });
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions/{id}/manuscripts/{hash}',
      id: 'getManuscript',
      summary: 'Returns the text of a revision',
      scope: 'issues:read',
      answers: {
        200: {
          description: 'The text',
          schema: z.object({ manuscript_hash: text, text }),
        },
      },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const hash = request.param('hash');
        const view = await viewOf(request.param('id'), request);
        const found = revisionsOf(view).includes(hash)
          ? await createManuscripts(store, '').read(hash)
          : null;
        if (found === null) throw new HttpProblem(404, 'not_found');
        return request.json(200, { manuscript_hash: hash, text: found });
      },
    },
    {
      method: 'POST',
      path: '/api/issues/sessions/{id}/steps',
      id: 'runStep',
      summary: 'Checks a revision, follows the issues, and fixes what the house style knows',
      description:
        'Send the hash of the revision that the text is based on as `If-Match`: it is refused with 412 when there is a newer one. A request with the `Idempotency-Key` of the last one continues it.',
      scope: 'issues:write',
      requestBody: { schema: bodies.step, example: { fix: true } },
      answers: stepAnswers,
      problems: revisionProblems,
      async handle(request) {
        const given = (await request.body()).check(bodies.step);
        const session = await resumed(workflow, request);
        const result = await inSession(workflow, session, () =>
          runRound({ workflow, session, request, store }, given),
        );
        return request.json(200, stepView(session.sessionId, result));
      },
    },
    {
      method: 'POST',
      path: '/api/issues/sessions/{id}/confirmations',
      id: 'confirmIssue',
      summary: 'A person answers an open question: the use of a tool, or the place of an issue',
      scope: 'issues:write',
      requestBody: {
        schema: bodies.confirm,
        example: { issue_id: 'issue-1', decision: 'approve' },
      },
      answers: stepAnswers,
      problems: stepProblems,
      async handle(request) {
        const given = (await request.body()).check(bodies.confirm);
        const session = await resumed(workflow, request);
        const result = await inSession(workflow, session, () =>
          continueRound({ workflow, session, request, store }, given),
        );
        return request.json(200, stepView(session.sessionId, result));
      },
    },
    {
      method: 'POST',
      path: '/api/issues/sessions/{id}/issues/{issue}/state',
      id: 'setIssueState',
      summary: 'A person ignores an issue with a reason, or opens an ignored one again',
      scope: 'issues:write',
      requestBody: {
        schema: bodies.state,
        example: { state: 'ignored', reason: 'A quotation keeps its words' },
      },
      answers: { 200: { description: 'The issue', schema: z.looseObject({ state: text }) } },
      problems: { 404: ['not_found'], 409: ['session_locked', 'state_conflict'] },
      async handle(request) {
        const given = (await request.body()).check(bodies.state);
        const session = await resumed(workflow, request);
        const issue = await inSession(workflow, session, () =>
          workflow.transaction(session, (transaction) =>
            setState(transaction, request.param('issue'), given),
          ),
        );
        return request.json(200, issue);
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions/{id}/lifelines',
      id: 'getLifelines',
      summary: 'Returns the revisions of a session, and each finding over them',
      scope: 'issues:read',
      answers: { 200: { description: 'The lifelines', schema: lifelinesSchema } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const events = await Array.fromAsync(store.read(sessionPrefix + request.param('id')));
        if (events.length === 0) throw new HttpProblem(404, 'not_found');
        return request.json(200, readLifelines(events));
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions/{id}/issues',
      id: 'listIssues',
      summary: 'Lists the issues of a session',
      scope: 'issues:read',
      answers: { 200: { description: 'The issues', schema: z.object({ items: list }) } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const { issues } = await viewOf(request.param('id'), request);
        return request.json(200, { items: issues });
      },
    },
    {
      method: 'GET',
      path: '/api/issues/sessions/{id}/timeline',
      id: 'getTimeline',
      summary: 'Lists what happened in a session, or to one issue',
      scope: 'issues:read',
      query: timelineQuery,
      answers: { 200: { description: 'The timeline', schema: z.object({ items: list }) } },
      problems: { 404: ['not_found'] },
      async handle(request) {
        const query = readQuery(request.request, timelineQuery);
        const items = await workflow.timeline(request.param('id'), {
          actor: actorOf(request),
          ...query,
        });
        return request.json(200, { items });
      },
    },
    {
      method: 'GET',
      path: '/api/issues/unresolved',
      id: 'listUnresolved',
      summary: 'Lists the open issues of all sessions',
      scope: 'issues:read',
      query: unresolvedQuery,
      answers: { 200: { description: 'The issues', schema: z.object({ items: list }) } },
      async handle(request) {
        const query = readQuery(request.request, unresolvedQuery);
        const items = await workflow.unresolved({ actor: actorOf(request), ...query });
        return request.json(200, { items });
      },
    },
  ];
  return { routes, close: () => workflow.close() };
}

const sessionPrefix = 'session/';

function actorOf({ caller }: RouteRequest<HttpCaller>): { readonly id: string } {
  if (caller === undefined) throw new HttpProblem(401, 'unauthorized');
  return { id: caller.id };
}

function resumed(
  workflow: WorkflowStateStore,
  request: RouteRequest<HttpCaller>,
): Promise<SessionHandle> {
  const { signal } = request.request;
  return workflow.resumeSession(request.param('id'), { actor: actorOf(request), waitMs, signal });
}

/** Runs a body and gives the session back, so that any instance can take the next request. */
async function inSession<T>(
  workflow: WorkflowStateStore,
  session: SessionHandle,
  body: () => Promise<T>,
): Promise<T> {
  try {
    return await body();
  } finally {
    await workflow.leaveSession(session);
  }
}

interface Round {
  readonly workflow: WorkflowStateStore;
  readonly session: SessionHandle;
  readonly request: RouteRequest<HttpCaller>;
  readonly store: EventStore;
}

/** The input of a round, recorded before it runs: an answer to its questions continues it. */
const roundSchema = z.object({
  manuscript_hash: text,
  fix: z.boolean(),
  /** The idempotency key of the request. */
  key: text.exactOptional(),
});
type RoundRecord = z.infer<typeof roundSchema>;

const roundKey = (number: number): string => `studio/round/${number}`;

async function runRound(
  round: Round,
  { text: given, fix }: { readonly text?: string; readonly fix: boolean },
): Promise<FixLoopResult> {
  const { workflow, session, request, store } = round;
  const { headers } = request.request;
  const manuscripts = createManuscripts(store, session.actor.id);
  const last = lastRound(round);
  const key = headers.get('idempotency-key');
  // The answer to this request was lost.
  if (last !== undefined && key !== null && last.record.key === key) {
    return runLoop(round, last, manuscripts);
  }
  await checkBase(round, headers.get('if-match'));
  const hash =
    given === undefined
      ? await currentHash(round)
      : (await manuscripts.write(given)).manuscript_hash;
  const number = (last?.number ?? 0) + 1;
  const record = { manuscript_hash: hash, fix, ...(key === null ? {} : { key }) };
  await workflow.once(session, roundKey(number), () => record);
  return runLoop(round, { number, record }, manuscripts);
}

/** Throws 412 `manuscript_changed` when a text is based on another revision than the last one. */
async function checkBase(round: Round, base: string | null): Promise<void> {
  if (base === null || base.replaceAll('"', '') === (await currentHash(round))) return;
  throw new HttpProblem(412, 'manuscript_changed', {
    message: {
      en: 'There is a newer revision of this manuscript; compare, then send yours again',
      ja: 'この原稿には新しい版があります。見比べてから、もう一度送ってください',
    },
  });
}

/** Ignores an issue, or opens an ignored one again. An issue that is in the state already stays as it is. */
function setState(
  transaction: Transaction,
  issueId: string,
  { state, reason = 'USER_IGNORED' }: z.infer<typeof bodies.state>,
): Issue {
  const issue = transaction.issue(issueId);
  if ((issue.state === 'Deferred') === (state === 'ignored')) return issue;
  return state === 'ignored'
    ? transaction.deferIssue(issueId, reason)
    : transaction.resumeIssue(issueId);
}

/**
 * Runs the last round again with an answer: what it recorded before is not repeated. An answer that is sent again has
 * the same result; one to a question that is not open is refused.
 */
async function continueRound(
  round: Round,
  answer: z.infer<typeof bodies.confirm>,
): Promise<FixLoopResult> {
  const { workflow, session, store } = round;
  const last = lastRound(round);
  if (last === undefined) throw nothingPending();
  const by = session.actor.id;
  const key = `studio/answer/${last.number}/${answer.issue_id}`;
  let isOpen = false;
  const result = await runLoop(round, last, createManuscripts(store, by), async (pending) => {
    isOpen = pending.some(({ issue_id: issueId }) => issueId === answer.issue_id);
    return isOpen ? [{ ...answer, by }] : [];
  });
  if (isOpen) await workflow.once(session, key, () => answer.decision);
  else if (workflow.recall(session, key) !== answer.decision) throw nothingPending();
  return result;
}

function nothingPending(): HttpProblem {
  return new HttpProblem(409, 'nothing_pending', {
    message: {
      en: 'No such question is open in this session',
      ja: 'このセッションで確認を待っている項目ではありません',
    },
  });
}

function runLoop(
  { workflow, session, request }: Round,
  { number, record }: { readonly number: number; readonly record: RoundRecord },
  manuscripts: Manuscripts,
  confirm?: FixLoopPorts['confirm'],
): Promise<FixLoopResult> {
  return runFixLoop({
    workflow,
    session,
    manuscript_hash: record.manuscript_hash,
    run_id: String(number),
    step_ids: [styleStep],
    category_tool_map: categoryTools,
    signal: request.request.signal,
    ports: {
      check: checkStyle,
      plan: record.fix ? planByRule : async () => null,
      apply: applyRule,
      manuscripts,
      ...withoutUndefined({ confirm }),
    },
  });
}

function lastRound({
  workflow,
  session,
}: Round): { readonly number: number; readonly record: RoundRecord } | undefined {
  for (let number = 1; ; number += 1) {
    const next = workflow.recall(session, roundKey(number + 1));
    if (next !== undefined) continue;
    const { data: record } = roundSchema.safeParse(workflow.recall(session, roundKey(number)));
    return record === undefined ? undefined : { number, record };
  }
}

/** The manuscript after the last step. */
async function currentHash({ workflow, session }: Round): Promise<string> {
  const view = await workflow.view(session.sessionId, { actor: session.actor });
  const hash = revisionsOf(view).at(-1);
  if (hash === undefined) throw nothingPending();
  return hash;
}

/** A text that comes back after another one is a revision again. */
function revisionsOf({ steps }: SessionView): readonly string[] {
  return steps
    .map(({ input_snapshot_hash: hash }) => hash)
    .filter((hash, index, hashes) => hash !== hashes[index - 1]);
}

function stepView(sessionId: string, result: FixLoopResult): z.infer<typeof stepSchema> {
  const { status, reason, manuscript_hash, pending } = result;
  return { session_id: sessionId, status, reason, manuscript_hash, pending: [...pending] };
}

/** The answers to errors of the issue tracker, by code. */
const failures: Readonly<
  Record<string, { readonly status: 400 | 404 | 409; readonly code: string }>
> = {
  'issue-session-locked': { status: 409, code: 'session_locked' },
  'issue-invalid-input': { status: 400, code: 'validation_error' },
  'issue-invalid-range': { status: 400, code: 'validation_error' },
  'issue-unknown-issue': { status: 404, code: 'not_found' },
  'issue-illegal-transition': { status: 409, code: 'state_conflict' },
  // The issue tracker answers for a session that is not there as for one that is not shown.
  'issue-access-denied': { status: 404, code: 'not_found' },
};

/** Translates an error of the issue tracker; null for an internal one. */
export function issueProblemOf(error: unknown): HttpProblem | null {
  const failure = KanmonError.isInstance(error) ? failures[error.code] : undefined;
  return failure === undefined ? null : new HttpProblem(failure.status, failure.code);
}
