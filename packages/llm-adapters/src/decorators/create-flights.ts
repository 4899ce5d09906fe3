/** One call under way that several callers may wait for. */
export interface Flight<T> {
  readonly result: Promise<T>;
  join(): void;
  /** When the last caller has left, the call is aborted. */
  leave(): void;
  /** For a flight led by a stream: its end. Only the first of `settle` and `fail` counts. */
  settle(value: T): void;
  fail(error: unknown): void;
}

/** Calls under way by key. */
export interface Flights<T> {
  find(key: string): Flight<T> | undefined;
  /** Starts a call that ends when its work does. */
  start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T>;
  /** Announces a call that its caller will settle. */
  lead(key: string): Flight<T>;
}

/** An empty set of flights. A flight is known from its start to its end. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();

  const announce = (key: string, controller: AbortController): Flight<T> => {
    const { promise, resolve, reject } = withResolvers<T>();
    let waiting = 0;
    let over = false;
    const end = (): boolean => {
      if (over) return false;
      over = true;
      if (flights.get(key) === flight) flights.delete(key);
      return true;
    };
    const flight: Flight<T> = {
      result: promise,
      join() {
        waiting += 1;
      },
      leave() {
        waiting -= 1;
        // Whoever comes now must not join a call that is being aborted.
        if (waiting === 0 && end()) controller.abort();
      },
      settle(value) {
        if (end()) resolve(value);
      },
      fail(error) {
        if (end()) reject(error);
      },
    };
    // Nobody may be waiting when it fails.
    promise.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };

  return {
    find: (key) => flights.get(key),
    lead: (key) => announce(key, new AbortController()),
    start(key, work) {
      const controller = new AbortController();
      const flight = announce(key, controller);
      work(controller.signal).then(
        (value) => {
          flight.settle(value);
          return value;
        },
        (error: unknown) => {
          flight.fail(error);
        },
      );
      return flight;
    },
  };
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers` of ES2024, which the supported type libraries do not know yet. */
function withResolvers<T>(): Resolvers<T> {
  let settle: Omit<Resolvers<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value) => settle?.resolve(value),
    reject: (error) => settle?.reject(error),
  };
}
