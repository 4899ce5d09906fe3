import type { Actor, SessionHandle, SessionInit, WorkflowStateStore } from '@kanmon/issue-tracker';

/** The sessions this process holds the lock of, each worked on by one call at a time. */
export interface OpenSessions {
  /** Begins a session and keeps it open. */
  begin(init: SessionInit, options: { readonly signal: AbortSignal }): Promise<SessionHandle>;
  /** Runs `body` when it is its turn, with the session's handle; a session that is not open is resumed. */
  use<T>(
    sessionId: string,
    options: { readonly signal: AbortSignal },
    body: (handle: SessionHandle) => Promise<T>,
  ): Promise<T>;
  /** Ends a session as completed; a later `use` takes it up again. */
  complete(handle: SessionHandle): Promise<void>;
  /** The open session of an episode, if this process has it. */
  ofEpisode(episode: number | string): string | undefined;
}

/**
 * Keeps at most `places` sessions open. When all are taken, the one that was idle longest is put down:
 * its lock is released and nothing of it is lost, for the next call takes it up again.
 */
export function createOpenSessions(
  workflow: WorkflowStateStore,
  { actor, places }: { readonly actor: Actor; readonly places: number },
): OpenSessions {
  /** Least recently used first. */
  const open = new Map<string, { readonly handle: SessionHandle; readonly episode: string }>();
  const turns = new Map<string, Promise<unknown>>();

  const putDown = async (sessionId: string): Promise<void> => {
    const session = open.get(sessionId);
    open.delete(sessionId);
    // A session whose lock was lost has nothing to give back.
    if (session?.handle.lost.aborted === false)
      await workflow.endSession(session.handle, 'aborted');
  };
  /** Runs `body` after everything that was asked of this session before. */
  const inTurn = async <T>(sessionId: string, body: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(sessionId) ?? Promise.resolve()).then(body);
    // The next caller waits for this turn, however it ends.
    const settled = turn.then(
      () => null,
      () => null,
    );
    turns.set(sessionId, settled);
    try {
      return await turn;
    } finally {
      if (turns.get(sessionId) === settled) turns.delete(sessionId);
    }
  };
  const makeRoom = async (): Promise<void> => {
    if (workflow.queue.active < places) return;
    const idle = [...open.keys()].find((sessionId) => !turns.has(sessionId));
    // Without an idle session the workflow's own queue lets the call wait.
    if (idle !== undefined) await inTurn(idle, () => putDown(idle));
  };
  const keep = (handle: SessionHandle): SessionHandle => {
    open.delete(handle.sessionId);
    open.set(handle.sessionId, { handle, episode: handle.lease.resource });
    return handle;
  };
  const handleOf = async (sessionId: string, signal: AbortSignal): Promise<SessionHandle> => {
    const session = open.get(sessionId);
    if (session !== undefined && !session.handle.lost.aborted) return keep(session.handle);
    if (session !== undefined) await putDown(sessionId);
    await makeRoom();
    return keep(await workflow.resumeSession(sessionId, { actor, signal }));
  };

  return {
    async begin(init, { signal }) {
      await makeRoom();
      return keep(await workflow.beginSession(init, { signal }));
    },
    use: (sessionId, { signal }, body) =>
      inTurn(sessionId, async () => {
        signal.throwIfAborted();
        return body(await handleOf(sessionId, signal));
      }),
    async complete(handle) {
      open.delete(handle.sessionId);
      await workflow.endSession(handle, 'completed');
    },
    ofEpisode(episode) {
      const resource = `episode/${episode}`;
      return [...open].find(([, session]) => session.episode === resource)?.[0];
    },
  };
}
