import { authorization, readEvents } from './http.ts';
import { createStore } from './store.ts';

/** The state of the live connection. */
export type LiveState = 'connecting' | 'open' | 'lost';

/** A new event in a stream, without its data. */
export interface LiveEvent {
  readonly stream: string;
  readonly kind: string | null;
  readonly version: number;
  readonly type: string;
}

/** The live connection as the header shows it. */
export const liveState = createStore<LiveState>('connecting');

const firstDelayMs = 500;
const longestDelayMs = 15_000;
/** The server sends a heartbeat each 15 s, and a turn of a dialog ends in 10 s: silence for longer is a lost connection. */
const silenceMs = 40_000;
const listeners = new Set<(event: LiveEvent) => void>();

/** Calls a listener for each new event. Returns the function that stops it. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the events of all streams until the signal is aborted. Connects again with growing pauses. */
export async function followLive(signal: AbortSignal): Promise<void> {
  let delay = firstDelayMs;
  let last: string | null = null;
  while (!signal.aborted) {
    try {
      const response = await fetch('/api/live', {
        cache: 'no-store',
        headers: { ...authorization(), ...(last === null ? {} : { 'last-event-id': last }) },
        signal,
      });
      if (!response.ok) throw new Error(`the live stream answered ${response.status}`);
      liveState.set('open');
      delay = firstDelayMs;
      const watched = withSilenceLimit(response);
      for await (const { id, data } of readEvents(watched)) {
        last = id ?? last;
        // Written by the server of this console.
        const event = JSON.parse(data) as LiveEvent;
        for (const listener of listeners) listener(event);
      }
    } catch {
      // The next attempt follows.
    }
    liveState.set('lost');
    await pause(delay, signal);
    delay = Math.min(delay * 2, longestDelayMs);
  }
}

/** Ends the body of a response that is silent for too long. */
export function withSilenceLimit(response: Response): Response {
  const ended = new AbortController();
  let timer = setTimeout(() => ended.abort(), silenceMs);
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clearTimeout(timer);
      timer = setTimeout(() => ended.abort(), silenceMs);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  return new Response(response.body?.pipeThrough(watch, { signal: ended.signal }) ?? null);
}

/** Resolves after a time, or at once when the browser reports a connection. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}
