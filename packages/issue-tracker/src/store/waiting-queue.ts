/** A fixed number of places, assigned in order of arrival. */
export interface WaitingQueue {
  /** Resolves with the function that frees the place; rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<() => void>;
  readonly active: number;
  readonly waiting: number;
  /** Rejects all waiting calls. */
  close(reason: Error): void;
}

interface Waiter {
  readonly admit: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Creates a queue in front of `places` places. */
export function createWaitingQueue(places: number): WaitingQueue {
  let active = 0;
  const waiters = new Set<Waiter>();

  const leave = (): void => {
    const [next] = waiters;
    if (next === undefined) {
      active -= 1;
      return;
    }
    // The place passes to the longest waiting call at once, so that no new call can take it.
    waiters.delete(next);
    next.admit();
  };
  const place = (): (() => void) => {
    let held = true;
    return () => {
      if (held) leave();
      held = false;
    };
  };

  return {
    enter(signal) {
      if (signal?.aborted === true) return Promise.reject(toError(signal.reason));
      if (active < places) {
        active += 1;
        return Promise.resolve(place());
      }
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          waiters.delete(waiter);
          reject(toError(signal?.reason));
        };
        const waiter: Waiter = {
          admit: () => {
            signal?.removeEventListener('abort', stop);
            resolve(place());
          },
          reject: (reason) => {
            signal?.removeEventListener('abort', stop);
            reject(toError(reason));
          },
        };
        waiters.add(waiter);
        signal?.addEventListener('abort', stop, { once: true });
      });
    },
    get active() {
      return active;
    },
    get waiting() {
      return waiters.size;
    },
    close(reason) {
      for (const waiter of waiters) waiter.reject(reason);
      waiters.clear();
    },
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the wait was given up', { cause: reason });
}
