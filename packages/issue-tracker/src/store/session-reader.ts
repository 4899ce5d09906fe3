import {
  type Clock,
  type EventStore,
  InvalidArgumentError,
  type JsonObject,
  type JsonValue,
  type StoredEvent,
} from '@kanmon/core';
import { checkOptions, describeValue, isRecord } from '@kanmon/core/kit';
import * as z from 'zod';
import { episodeNumberSchema, severityRank, severitySchema } from '../entities/fields.ts';
import {
  type Issue,
  type IssueResolution,
  type IssueState,
  issueStateSchema,
} from '../entities/issue.ts';
import { AccessDeniedError } from '../errors/errors.ts';
import { applyEvent, foldSession } from '../history/apply-event.ts';
import {
  emptySessionState,
  type SessionState,
  type SessionView,
} from '../history/session-state.ts';
import { sessionStream } from './open-sessions.ts';
import type {
  Actor,
  FixTrace,
  SessionAction,
  TimelineEntry,
  UnresolvedQuery,
  WorkflowStateStore,
  WorkflowStateStoreOptions,
} from './types.ts';

const defaultStates: readonly IssueState[] = ['New', 'InProgress', 'Partial'];

/** The reading half of the facade: every result is a fold, every access is checked and audited. */
export interface SessionReader extends Pick<
  WorkflowStateStore,
  'view' | 'at' | 'timeline' | 'unresolved' | 'fixTrace' | 'audit'
> {
  /** Returns the state of a session that the actor may resume. Throws `AccessDeniedError`. */
  open(sessionId: string, actor: Actor): Promise<SessionState>;
  /** Writes an audit entry: an access, a refusal, or a lock that was taken over. */
  log(type: string, actor: string, data: JsonObject): Promise<void>;
}

/** Creates the reader of a store's sessions for actors that may see them. */
export function createSessionReader(options: {
  readonly store: EventStore;
  readonly audit: EventStore;
  readonly clock: Clock;
  readonly authorize: WorkflowStateStoreOptions['authorize'];
}): SessionReader {
  const { store, audit, clock, authorize = initiatorOrAdmin } = options;
  const isAllowed: NonNullable<typeof options.authorize> = (actor, action, session) => {
    const answer = authorize(actor, action, session);
    if (typeof answer === 'boolean') return answer;
    // A promise would count as true.
    throw new InvalidArgumentError(
      `expected authorize to return true or false, got ${describeValue(answer)}`,
    );
  };

  /** One stream a month, `audit/{YYYYMM}`, so that old months can be archived whole. */
  const log = async (type: string, actor: string, data: JsonObject): Promise<void> => {
    const month = clock.now().toISOString().slice(0, 7).replace('-', '');
    await audit.append(`audit/${month}`, [{ type, data, actor }], { expectedVersion: 'any' });
  };
  const check = async (
    { session }: SessionState | SessionView,
    sessionId: string,
    actor: Actor,
    action: SessionAction,
  ): Promise<void> => {
    const granted = session.session_id !== '' && isAllowed(actor, action, session);
    const type = granted ? 'access-granted' : 'access-denied';
    await log(type, actor.id, { session_id: sessionId, action });
    if (!granted) throw accessDenied();
  };
  const eventsFor = async (sessionId: string, actor: Actor): Promise<StoredEvent[]> => {
    const events = await collect(store.read(sessionStream(sessionId)));
    await check(foldSession(events), sessionId, actor, 'read');
    return events;
  };
  const readAudit: WorkflowStateStore['audit'] = async function* readAudit({ actor, month }) {
    if (actor.admin !== true) {
      await log('access-denied', actor.id, { action: 'audit' });
      throw accessDenied();
    }
    await log('access-granted', actor.id, { action: 'audit', month: month ?? null });
    yield* month === undefined ? audit.readAll({ prefix: 'audit/' }) : audit.read(`audit/${month}`);
  };

  return {
    log,
    async open(sessionId, actor) {
      const state = emptySessionState();
      for await (const event of store.read(sessionStream(sessionId))) applyEvent(state, event);
      await check(state, sessionId, actor, 'resume');
      return state;
    },
    async view(sessionId, viewOptions) {
      checkOptions(viewOptions, 'actor', 'view(sessionId, options)');
      checkActor(viewOptions.actor);
      return foldSession(await eventsFor(sessionId, viewOptions.actor));
    },
    async at(sessionId, point, atOptions) {
      checkOptions(atOptions, 'actor', 'at(sessionId, point, options)');
      checkActor(atOptions.actor);
      const isBefore = untilPoint(point);
      const all = await eventsFor(sessionId, atOptions.actor);
      const events = all.filter(isBefore);
      if (events.length > 0) return foldSession(events);
      throw new InvalidArgumentError(
        `expected a point at which the session existed, got one before its first event (version 1, ${all[0]?.at ?? ''}); choose a later one`,
      );
    },
    async timeline(sessionId, query) {
      checkOptions(query, 'actor issue_id', 'timeline(sessionId, options)');
      const { actor, issue_id: issueId } = query;
      checkActor(actor);
      const entries = timelineOf(await eventsFor(sessionId, actor));
      return entries.filter((entry) => issueId === undefined || entry.issue_id === issueId);
    },
    async fixTrace(sessionId, traceOptions) {
      checkOptions(traceOptions, 'actor', 'fixTrace(sessionId, options)');
      checkActor(traceOptions.actor);
      return fixTraces(foldSession(await eventsFor(sessionId, traceOptions.actor)));
    },
    async unresolved(query) {
      checkOptions(
        query,
        'actor session_id episode_number category min_severity states include_deferred',
        'unresolved(query)',
      );
      checkFilter(query);
      const { session_id: sessionId, actor } = query;
      if (sessionId !== undefined) {
        return pickIssues(foldSession(await eventsFor(sessionId, actor)), query);
      }
      const found: Issue[] = [];
      for await (const { streamId } of store.listStreams({ prefix: sessionStream('') })) {
        const view = foldSession(await collect(store.read(streamId)));
        if (view.session.session_id === '' || !isAllowed(actor, 'read', view.session)) continue;
        found.push(...pickIssues(view, query));
      }
      return found;
    },
    audit(query) {
      checkOptions(query, 'actor month', 'audit(query)');
      checkActor(query.actor);
      checkMember('month', monthSchema, query.month);
      return readAudit(query);
    },
  };
}

/** Throws `InvalidArgumentError` for an actor that has no id. */
export function checkActor(actor: Actor): void {
  const id: unknown = Reflect.get(Object(actor), 'id');
  if (typeof id === 'string' && id !== '') return;
  throw new InvalidArgumentError(
    `expected options.actor to be { id, admin? } with a text as its id, got ${describeValue(actor)}; pass who asks`,
  );
}

const monthSchema = z.string().regex(/^\d{6}$/u, { error: 'give YYYYMM' });
const filterSchemas = {
  session_id: z.string(),
  episode_number: episodeNumberSchema,
  category: z.string(),
  min_severity: severitySchema,
  states: z.array(issueStateSchema),
  include_deferred: z.boolean(),
};

/** Throws for a filter that could match nothing, or everything, by mistake. */
function checkFilter(query: UnresolvedQuery): void {
  checkActor(query.actor);
  for (const [name, schema] of Object.entries(filterSchemas))
    checkMember(name, schema, Reflect.get(query, name));
}

/** Checks an option by its schema; undefined is allowed. */
function checkMember(name: string, schema: z.ZodType, value: unknown): void {
  const problem = value === undefined ? undefined : schema.safeParse(value).error?.issues[0];
  if (problem === undefined) return;
  throw new InvalidArgumentError(
    `expected a valid options.${name}, got ${describeValue(value)}: ${problem.message}`,
  );
}

/** Returns the test for events up to a point. Throws `InvalidArgumentError` for a point of another form. */
function untilPoint(point: unknown): (event: StoredEvent) => boolean {
  const { version: last, time } = isRecord(point) ? point : {};
  if (typeof last === 'number' && Number.isInteger(last)) return ({ version }) => version <= last;
  const end = time instanceof Date ? time.getTime() : Number.NaN;
  if (!Number.isNaN(end)) return ({ at }) => Date.parse(at) <= end;
  throw new InvalidArgumentError(
    `expected at(sessionId, point) with { version: a whole number } or { time: a valid Date }, got ${describeValue(last ?? time ?? point)}`,
  );
}

async function collect(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const list: StoredEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function initiatorOrAdmin(
  actor: Actor,
  action: SessionAction,
  session: { initiator: string },
): boolean {
  return actor.admin === true || (action !== 'audit' && actor.id === session.initiator);
}

/** The message does not depend on whether the session exists, so that ids cannot be probed. */
function accessDenied(): AccessDeniedError {
  return new AccessDeniedError(
    'there is no such session, or the actor may not see it; ask its initiator or an admin',
  );
}

function pickIssues({ session, issues }: SessionView, query: UnresolvedQuery): Issue[] {
  const { states = defaultStates, include_deferred: includeDeferred = false } = query;
  const { episode_number: episode, category: wanted, min_severity: least } = query;
  // The lock of an episode does not distinguish 1 from '1' either.
  if (episode !== undefined && String(episode) !== String(session.episode_number)) return [];
  return issues.filter(
    ({ state, category, severity }) =>
      (states.includes(state) || (includeDeferred && state === 'Deferred')) &&
      (wanted === undefined || wanted === category) &&
      (least === undefined || severityRank(severity) >= severityRank(least)),
  );
}

/** Returns one line an event, with the state of the issue before and after it. */
function timelineOf(events: readonly StoredEvent[]): TimelineEntry[] {
  const state = emptySessionState();
  return events.map((event) => {
    const issueId = member(event.data, 'issue_id');
    const stateOf = (): TimelineEntry['state_before'] =>
      issueId === null ? null : (state.tables.issues.get(issueId)?.state ?? null);
    const before = stateOf();
    applyEvent(state, event);
    return {
      version: event.version,
      at: event.at,
      actor: event.actor ?? null,
      type: event.type,
      issue_id: issueId,
      state_before: before,
      state_after: stateOf(),
      summary: summaryOf(event),
    };
  });
}

/** Members of each event that its summary shows: codes, tools and scores, and the redacted message of an error. */
const summarised: Readonly<Record<string, readonly string[]>> = {
  'session-started': ['episode_number', 'initiator'],
  'session-status-changed': ['current_status'],
  'step-completed': ['step_id', 'attempt', 'fallback_reason', 'qc_code'],
  'issue-opened': ['category', 'severity'],
  'issue-relocated': ['adjustment_method', 'confidence_score', 'adjustment_delta'],
  'fix-planned': ['resolution_attempt', 'planned_tool', 'planned_by'],
  'confirmation-requested': ['kind'],
  'confirmation-given': ['kind', 'decision', 'by'],
  'fix-applied': ['resolution_attempt', 'tool_used', 'applied_by'],
  'fix-verified': ['verification_status', 'recurrence_score', 'reason', 'successor_issue_id'],
  'issue-deferred': ['defer_reason'],
  'manuscript-fetched': ['tool_id', 'result', 'attempt_index', 'qc_code'],
  'excerpt-disclosed': ['purpose', 'length'],
  'error-recorded': ['error_code', 'qc_code', 'message'],
};

function summaryOf({ type, data }: StoredEvent): string {
  const parts = (Object.hasOwn(summarised, type) ? (summarised[type] ?? []) : []).flatMap(
    (name) => {
      const value = member(data, name);
      return value === null ? [] : [`${name}=${value}`];
    },
  );
  return [type, ...parts].join(' ');
}

function member(data: JsonValue, name: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return null;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Returns the planned and the applied fix of every attempt. */
function fixTraces({ resolutions }: SessionView): FixTrace[] {
  return resolutions.map((resolution) => ({
    issue_id: resolution.issue_id,
    resolution_attempt: resolution.resolution_attempt,
    proposed:
      resolution.planned_tool === null
        ? null
        : {
            tool_id: resolution.planned_tool,
            description: resolution.plan_description ?? '',
            at: resolution.planned_at ?? '',
          },
    applied:
      resolution.applied_at === null
        ? null
        : {
            tool_used: resolution.tool_used,
            description: resolution.applied_fix_description ?? '',
            diff_ref: resolution.diff_ref,
            at: resolution.applied_at,
          },
    verified:
      resolution.recurrence_score === null
        ? null
        : {
            status: resolution.verification_status,
            recurrence_score: resolution.recurrence_score,
          },
    match: matchOf(resolution),
  }));
}

/** A text that was verified without an applied fix was edited by hand, outside the plan. */
function matchOf(resolution: IssueResolution): FixTrace['match'] {
  if (resolution.applied_at === null) {
    return resolution.recurrence_score === null ? 'not_applied' : 'unplanned';
  }
  if (resolution.planned_tool === null) return 'unplanned';
  return resolution.planned_tool === resolution.tool_used ? 'as_planned' : 'other_tool';
}
