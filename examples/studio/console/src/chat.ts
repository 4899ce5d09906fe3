import type { DialogEvent, DialogResponse } from '@kanmon/multistep-planner';
import { authorization, Problem, problemBody, readEvents } from './http.ts';
import { withSilenceLimit } from './live.ts';
import { createStore } from './store.ts';
import type { TurnView } from './types.ts';

/** A message on its way: everything that the stream of its turn has brought so far. */
export interface PendingTurn {
  /** The server runs a repeated request once, so a message that is sent again does not count twice. */
  readonly requestId: string;
  readonly session: string;
  readonly message: string;
  /** `lost`: the connection broke, and the turn may have ended. `failed`: the server refused it. */
  readonly state: 'running' | 'lost' | 'failed' | 'done';
  /** The reason of the server for `failed`. */
  readonly problem?: string;
  readonly plan?: Pick<TurnView, 'plan' | 'source' | 'reasons'>;
  readonly searches: readonly { readonly query: string; readonly status: SearchStatus }[];
  readonly text: string;
  readonly response?: DialogResponse;
}

/** The state of a search while its turn runs. */
type SearchStatus = 'running' | TurnView['searches'][number]['status'];

const storageKey = 'kanmon-chat';

/** The messages without a recorded answer, at most one a dialog. They survive a reload of the tab. */
export const pendingTurns = createStore<readonly PendingTurn[]>(storedTurns());

/** The last answer that a stream brought, for screen readers. */
export const lastAnswer = createStore<Pick<PendingTurn, 'session' | 'response'> | null>(null);

const running = new Map<string, AbortController>();

/** Sends a message. */
export function ask(session: string, message: string): Promise<void> {
  return run(newTurn({ requestId: crypto.randomUUID(), session, message }));
}

/** Sends a message again whose answer did not come. */
export function askAgain(turn: PendingTurn): Promise<void> {
  return run(newTurn(turn));
}

/** Stops a turn and closes its connection, so that the server stops too; or forgets one that has ended. */
export function drop({ requestId }: PendingTurn): void {
  running.get(requestId)?.abort();
  keep(pendingTurns.get().filter((each) => each.requestId !== requestId));
}

async function run(turn: PendingTurn): Promise<void> {
  const { requestId, session, message } = turn;
  const stop = new AbortController();
  running.set(requestId, stop);
  lastAnswer.set(null);
  keep([...pendingTurns.get().filter((each) => each.session !== session), turn]);
  try {
    const response = await fetch('/agent.dialog', {
      method: 'POST',
      cache: 'no-store',
      headers: {
        ...authorization(),
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ sessionId: session, message }),
      signal: stop.signal,
    });
    if (!response.ok) throw new Problem(response.status, problemBody(await response.text()));
    for await (const { data } of readEvents(withSilenceLimit(response))) {
      // Written by the dialog app of this server.
      const event = JSON.parse(data) as DialogEvent;
      update(requestId, (before) => afterEvent(before, event));
      if (event.type === 'turn-finished') lastAnswer.set({ session, response: event.response });
    }
    update(requestId, (before) => (before.state === 'running' ? { state: 'lost' } : {}));
  } catch (error) {
    const isRefusal = error instanceof Problem;
    update(requestId, () =>
      isRefusal ? { state: 'failed', problem: error.message } : { state: 'lost' },
    );
  } finally {
    running.delete(requestId);
  }
}

function newTurn(given: Pick<PendingTurn, 'requestId' | 'session' | 'message'>): PendingTurn {
  const { requestId, session, message } = given;
  return { requestId, session, message, state: 'running', searches: [], text: '' };
}

/** Changes a turn; one that was dropped stays away. */
function update(requestId: string, change: (before: PendingTurn) => Partial<PendingTurn>): void {
  keep(
    pendingTurns
      .get()
      .map((each) => (each.requestId === requestId ? { ...each, ...change(each) } : each)),
  );
}

function afterEvent({ text, searches }: PendingTurn, event: DialogEvent): Partial<PendingTurn> {
  const ended = (status: SearchStatus): Partial<PendingTurn> => ({
    searches: searches.map((each) =>
      'query' in event && each.query === event.query ? { ...each, status } : each,
    ),
  });
  switch (event.type) {
    case 'plan-made': {
      const { plan, source, reasons } = event;
      return { plan: { plan, source, reasons: [...reasons] } };
    }
    case 'search-started':
      return { searches: [...searches, { query: event.query, status: 'running' }] };
    case 'search-finished':
      return ended('returned');
    case 'search-failed':
      return ended('failed');
    case 'answer-delta':
      return { text: event.replaces === true ? event.text : text + event.text };
    case 'turn-finished':
      return { state: 'done', response: event.response };
    case 'turn-failed':
      return { state: 'failed', problem: event.message };
    case 'turn-started':
    case 'clarification-asked':
      return {};
    default:
      return event satisfies never;
  }
}

type Stored = Pick<PendingTurn, 'requestId' | 'session' | 'message'>;

function keep(turns: readonly PendingTurn[]): void {
  const stored = turns.map(({ requestId, session, message }): Stored => ({
    requestId,
    session,
    message,
  }));
  sessionStorage.setItem(storageKey, JSON.stringify(stored));
  pendingTurns.set(turns);
}

function storedTurns(): readonly PendingTurn[] {
  // Written by `keep` of this tab.
  const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly Stored[];
  return stored.map((turn) => ({ ...newTurn(turn), state: 'lost' }));
}
