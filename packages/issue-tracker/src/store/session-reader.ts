import type { Clock, EventStore, JsonObject, StoredEvent } from '@kanmon/core';
import { checkNames } from '@kanmon/core/kit';
import { severityRank } from '../entities/fields.ts';
import type { Issue, IssueState } from '../entities/issue.ts';
import { AccessDeniedError } from '../errors/errors.ts';
import { applyEvent, foldSession } from '../history/apply-event.ts';
import {
  emptySessionState,
  type SessionState,
  type SessionView,
} from '../history/session-state.ts';
import { fixTraces, timelineOf } from './history-views.ts';
import { sessionStream } from './open-sessions.ts';
import type {
  Actor,
  SessionAction,
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
    const granted = session.session_id !== '' && authorize(actor, action, session);
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
      checkNames(viewOptions, 'actor', 'view(sessionId, options)');
      return foldSession(await eventsFor(sessionId, viewOptions.actor));
    },
    async at(sessionId, point, atOptions) {
      checkNames(atOptions, 'actor', 'at(sessionId, point, options)');
      const events = await eventsFor(sessionId, atOptions.actor);
      return foldSession(
        events.filter(({ version, at }) =>
          'version' in point ? version <= point.version : Date.parse(at) <= point.time.getTime(),
        ),
      );
    },
    async timeline(sessionId, query) {
      checkNames(query, 'actor issue_id', 'timeline(sessionId, options)');
      const { actor, issue_id: issueId } = query;
      const entries = timelineOf(await eventsFor(sessionId, actor));
      return entries.filter((entry) => issueId === undefined || entry.issue_id === issueId);
    },
    async fixTrace(sessionId, traceOptions) {
      checkNames(traceOptions, 'actor', 'fixTrace(sessionId, options)');
      return fixTraces(foldSession(await eventsFor(sessionId, traceOptions.actor)));
    },
    async unresolved(query) {
      checkNames(
        query,
        'actor session_id episode_number category min_severity states include_deferred',
        'unresolved(query)',
      );
      const { session_id: sessionId, actor } = query;
      if (sessionId !== undefined) {
        return pickIssues(foldSession(await eventsFor(sessionId, actor)), query);
      }
      const found: Issue[] = [];
      for await (const { streamId } of store.listStreams({ prefix: sessionStream('') })) {
        const view = foldSession(await collect(store.read(streamId)));
        if (view.session.session_id === '' || !authorize(actor, 'read', view.session)) continue;
        found.push(...pickIssues(view, query));
      }
      return found;
    },
    audit(query) {
      checkNames(query, 'actor month', 'audit(query)');
      return readAudit(query);
    },
  };
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
  if (episode !== undefined && episode !== session.episode_number) return [];
  return issues.filter(
    ({ state, category, severity }) =>
      (states.includes(state) || (includeDeferred && state === 'Deferred')) &&
      (wanted === undefined || wanted === category) &&
      (least === undefined || severityRank(severity) >= severityRank(least)),
  );
}
