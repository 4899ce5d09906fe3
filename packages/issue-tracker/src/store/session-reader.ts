import type { EventStore, StoredEvent } from '@kanmon/core';
import type { Issue, IssueState } from '../entities/issue.ts';
import { severityRank } from '../entities/shared-schemas.ts';
import { AccessDeniedError } from '../errors/issue-errors.ts';
import { applyEvent, foldSession } from '../history/apply-event.ts';
import { emptySessionState, type SessionState } from '../history/session-state.ts';
import type { SessionView } from '../history/session-view.ts';
import type { AuditLog } from './audit-log.ts';
import { fixTraces } from './fix-trace.ts';
import { sessionStream } from './open-sessions.ts';
import { timelineOf } from './timeline.ts';
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

/** The reading half of the facade: every answer is a fold, every look is checked and audited. */
export interface SessionReader extends Pick<
  WorkflowStateStore,
  'view' | 'at' | 'timeline' | 'unresolved' | 'fixTrace' | 'audit'
> {
  /** The state of a session the actor may resume. Throws `AccessDeniedError`. */
  open(sessionId: string, actor: Actor): Promise<SessionState>;
}

/** Reads sessions of a store for actors who may see them. */
export function createSessionReader(
  store: EventStore,
  log: AuditLog,
  authorize: WorkflowStateStoreOptions['authorize'] = initiatorOrAdmin,
): SessionReader {
  const check = async (
    state: SessionState | SessionView,
    sessionId: string,
    actor: Actor,
    action: SessionAction,
  ): Promise<void> => {
    const exists = state.session.session_id !== '';
    const granted = exists && authorize(actor, action, state.session);
    await log.write(granted ? 'access-granted' : 'access-denied', actor.id, {
      session_id: sessionId,
      action,
    });
    if (!granted) throw accessDenied();
  };
  const stateOf = async (sessionId: string): Promise<SessionState> => {
    const state = emptySessionState();
    for await (const event of store.read(sessionStream(sessionId))) applyEvent(state, event);
    return state;
  };
  const eventsFor = async (sessionId: string, actor: Actor): Promise<StoredEvent[]> => {
    const events = await collect(store.read(sessionStream(sessionId)));
    await check(foldSession(events), sessionId, actor, 'read');
    return events;
  };

  return {
    async open(sessionId, actor) {
      const state = await stateOf(sessionId);
      await check(state, sessionId, actor, 'resume');
      return state;
    },
    view: async (sessionId, { actor }) => foldSession(await eventsFor(sessionId, actor)),
    async at(sessionId, point, { actor }) {
      const events = await eventsFor(sessionId, actor);
      return foldSession(
        events.filter(({ version, at }) =>
          'version' in point ? version <= point.version : Date.parse(at) <= point.time.getTime(),
        ),
      );
    },
    async timeline(sessionId, { actor, issue_id: issueId }): Promise<TimelineEntry[]> {
      const entries = timelineOf(await eventsFor(sessionId, actor));
      return issueId === undefined
        ? entries
        : entries.filter((entry) => entry.issue_id === issueId);
    },
    fixTrace: async (sessionId, { actor }): Promise<FixTrace[]> =>
      fixTraces(foldSession(await eventsFor(sessionId, actor))),
    async unresolved(query) {
      if (query.session_id !== undefined) {
        return pickIssues(foldSession(await eventsFor(query.session_id, query.actor)), query);
      }
      const found: Issue[] = [];
      for await (const { streamId } of store.listStreams({ prefix: sessionStream('') })) {
        const view = foldSession(await collect(store.read(streamId)));
        if (view.session.session_id === '' || !authorize(query.actor, 'read', view.session))
          continue;
        found.push(...pickIssues(view, query));
      }
      return found;
    },
    async *audit({ actor, month }) {
      if (actor.admin !== true) {
        await log.write('access-denied', actor.id, { action: 'audit' });
        throw accessDenied();
      }
      await log.write('access-granted', actor.id, { action: 'audit', month: month ?? null });
      yield* log.read(month);
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

/** The same words whether there is such a session or not, so that ids cannot be probed. */
function accessDenied(): AccessDeniedError {
  return new AccessDeniedError(
    'there is no such session, or the actor may not see it; ask its initiator or an admin',
  );
}

function pickIssues({ session, issues }: SessionView, query: UnresolvedQuery): Issue[] {
  const { states = defaultStates, include_deferred: includeDeferred = false } = query;
  if (query.episode_number !== undefined && query.episode_number !== session.episode_number)
    return [];
  return issues.filter(
    ({ state, category, severity }) =>
      (states.includes(state) || (includeDeferred && state === 'Deferred')) &&
      (query.category === undefined || query.category === category) &&
      (query.min_severity === undefined ||
        severityRank(severity) >= severityRank(query.min_severity)),
  );
}
