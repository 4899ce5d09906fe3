import type { Clock, LlmEvent, LlmResponse, Timer } from '@kanmon/core';
import { abortedError, boundedStream, openCallBounds } from '@kanmon/core/kit';
import { cutStreamError } from '../errors/map-provider-error.ts';
import { checkMaxResponseBytes, tooLarge } from '../wire/adapter-defaults.ts';

type End = Extract<LlmEvent, { readonly type: 'end' }>;

/** One call under way that several callers read, each at its own pace. */
interface Flight {
  /** Of the caller who started the call. Epoch milliseconds. */
  readonly deadline: number;
  /** Waits for the part at `index`. Rejects with the error of the call, after the parts before it. */
  part(index: number): Promise<LlmEvent>;
  /** Returns the end when it has arrived and all parts before `index` are read, also while it is being stored. */
  endAt(index: number): End | undefined;
  join(): void;
  /** When the last caller has left before the end, the call is aborted. */
  leave(): void;
}

/** The call that starts a flight. */
interface FlightCall {
  readonly deadline: number;
  open(signal: AbortSignal): AsyncIterable<LlmEvent>;
  /** Runs before the end is handed out. */
  ended(response: LlmResponse): Promise<void>;
}

/**
 * Creates an empty set of calls under way, by key. A flight is known from its start to its end. Its events are read
 * into a buffer as fast as they come, since callers may stop reading; a buffer holds one answer at most.
 */
export function createFlights(options: {
  readonly provider: string;
  readonly clock: Clock;
  readonly timer: Timer;
}) {
  const { provider } = options;
  const flights = new Map<string, Flight>();
  const maxLength = checkMaxResponseBytes();

  function start(key: string, { deadline, open, ended }: FlightCall): Flight {
    const bounds = openCallBounds(options);
    const parts: LlmEvent[] = [];
    let end: End | undefined;
    let failure: { readonly error: unknown } | undefined;
    let readers = 0;
    let isOver = false;
    const waiting = new Set<() => void>();

    const wake = (): void => {
      for (const resume of waiting) resume();
      waiting.clear();
    };
    const finish = (): void => {
      isOver = true;
      if (flights.get(key) === flight) flights.delete(key);
    };
    const drain = async (): Promise<void> => {
      let length = 0;
      for await (const event of boundedStream(bounds, open(bounds.signal))) {
        if (end !== undefined) continue;
        if (event.type === 'end') {
          end = event;
          await ended(event.response);
          finish();
        } else {
          // Each part takes memory, even one without text.
          length += event.text.length + 1;
          if (length > maxLength) throw tooLarge(provider, maxLength);
        }
        parts.push(event);
        wake();
      }
      if (end === undefined) throw cutStreamError(provider);
    };

    const flight: Flight = {
      deadline,
      async part(index) {
        for (;;) {
          const part = parts[index];
          if (part !== undefined) return part;
          if (failure !== undefined) throw failure.error;
          await new Promise<void>((resolve) => {
            waiting.add(resolve);
          });
        }
      },
      endAt: (index) => (parts.slice(index).some(({ type }) => type === 'delta') ? undefined : end),
      join() {
        readers += 1;
      },
      leave() {
        readers -= 1;
        if (readers > 0 || isOver) return;
        // A caller that comes now must not join a call that is being aborted.
        finish();
        bounds.interrupt(abortedError(provider, bounds.signal));
      },
    };
    flights.set(key, flight);
    drain().catch((error: unknown) => {
      failure = { error };
      finish();
      wake();
    });
    return flight;
  }

  return { find: (key: string) => flights.get(key), start };
}
