import { Problem, send } from './http.ts';
import { createStore } from './store.ts';
import type { Subject } from './types.ts';

/** A decision of the user on its way to the server. */
export interface Decision {
  /** Also the idempotency key: the server runs a repeated decision once. */
  readonly id: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly revision: string;
  readonly body: unknown;
  /** The request that completes the decision: `idAs` names the member of its body for the `id` of the answer. */
  readonly next?: { readonly path: string; readonly body: object; readonly idAs: string };
  /** Text for the user while it waits. */
  readonly label: string;
  /** The text that reports its success. */
  readonly done?: string;
  readonly seen: Subject;
}

/** The end of a decision. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | ({ readonly ok: false } & Refused);

/** A decision that the server refused. */
export interface Refused {
  readonly decision: Decision;
  readonly problem: Problem;
}

const storageKey = 'kanmon-outbox';
const firstDelayMs = 500;
const longestDelayMs = 10_000;

/** Decisions that the server has not answered yet, oldest first. They survive a reload of the tab. */
export const outbox = createStore<readonly Decision[]>(storedDecisions());
/** True while the last attempt found no server. */
export const isWaiting = createStore(false);
/** The last decision that was refused; null after the user has seen it. */
export const refused = createStore<Refused | null>(null);
/** The last success, for the status line. */
export const announced = createStore('');

const waiting = new Map<string, (outcome: Outcome) => void>();
let isRunning = false;
let wake: () => void = () => undefined;

/** Sends a decision, now or as soon as there is a connection. Resolves when the server has answered. */
export function decide(decision: Omit<Decision, 'id'>): Promise<Outcome> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    keep([...outbox.get(), { ...decision, id }]);
    void runOutbox();
  });
}

/** Sends what is left of an earlier page, too. */
export async function runOutbox(): Promise<void> {
  if (isRunning) return wake();
  isRunning = true;
  let delay = firstDelayMs;
  try {
    for (let [next] = outbox.get(); next !== undefined; [next] = outbox.get()) {
      const outcome = await attempt(next);
      if (outcome === 'retry') {
        isWaiting.set(true);
        await pause(delay);
        delay = Math.min(delay * 2, longestDelayMs);
        continue;
      }
      delay = firstDelayMs;
      isWaiting.set(false);
      const { id } = next;
      if (outcome.ok && next.next !== undefined) {
        follow(next, outcome.answer);
        continue;
      }
      keep(outbox.get().filter((each) => each.id !== id));
      if (outcome.ok) announced.set(next.done ?? '');
      else refused.set(outcome);
      waiting.get(id)?.(outcome);
      waiting.delete(id);
    }
  } finally {
    isRunning = false;
  }
}

async function attempt(decision: Decision): Promise<Outcome | 'retry'> {
  const { id, method, path, revision, body } = decision;
  const headers = { 'idempotency-key': id, 'if-match': `"${revision}"` };
  try {
    return { ok: true, answer: await send(method, path, { body, headers }) };
  } catch (error) {
    if (!(error instanceof Problem)) return 'retry';
    const isTemporary = error.status >= 500 || error.status === 429;
    return isTemporary ? 'retry' : { ok: false, problem: error, decision };
  }
}

/** Puts the second request of a decision in the place of the first. */
function follow({ next, ...decision }: Decision, answer: unknown): void {
  if (next === undefined) return;
  const id = crypto.randomUUID();
  // The route answers with an object that has an id.
  const { id: answered } = answer as { readonly id: string };
  const body = { ...next.body, [next.idAs]: answered };
  const following = { ...decision, id, path: next.path, body };
  const resolve = waiting.get(decision.id);
  waiting.delete(decision.id);
  if (resolve !== undefined) waiting.set(id, resolve);
  keep(outbox.get().map((each) => (each.id === decision.id ? following : each)));
}

function keep(decisions: readonly Decision[]): void {
  sessionStorage.setItem(storageKey, JSON.stringify(decisions));
  outbox.set(decisions);
}

function storedDecisions(): readonly Decision[] {
  // Written by `keep` of this tab.
  return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly Decision[];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
