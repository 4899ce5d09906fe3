/** One call under way that several callers may wait for. */
export interface Flight<T> {
  readonly result: Promise<T>;
  /** The value that is there before the flight ends. */
  readonly arrived: () => T | undefined;
  readonly join: () => void;
  /** When the last caller has left, the call is aborted. */
  readonly leave: () => void;
  /** For a flight led by a stream: its end. Only the first of `resolve` and `fail` counts. */
  readonly resolve: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

const ignore = (): void => undefined;

/** Creates an empty set of calls under way, by key. A flight is known from its start to its end. */
export function createFlights<T>() {
  const flights = new Map<string, Flight<T>>();

  const announce = (
    key: string,
    controller: AbortController,
    arrived: Flight<T>['arrived'] = () => undefined,
  ): Flight<T> => {
    let resolveResult: (value: T) => void = ignore;
    let rejectResult: (error: unknown) => void = ignore;
    const result = new Promise<T>((resolve, reject) => {
      resolveResult = resolve;
      rejectResult = reject;
    });
    let waiting = 0;
    let over = false;
    const end = (finish: () => void): void => {
      if (over) return;
      over = true;
      if (flights.get(key) === flight) flights.delete(key);
      finish();
    };
    const flight: Flight<T> = {
      result,
      arrived,
      join: () => {
        waiting += 1;
      },
      leave: () => {
        waiting -= 1;
        // A caller that comes now must not join a call that is being aborted.
        if (waiting === 0) end(() => controller.abort());
      },
      resolve: (value) => end(() => resolveResult(value)),
      fail: (error) => end(() => rejectResult(error)),
    };
    // No caller may be waiting when it fails.
    result.catch(ignore);
    flights.set(key, flight);
    return flight;
  };

  return {
    find: (key: string) => flights.get(key),
    /** Announces a call that its caller will end. */
    lead: (key: string) => announce(key, new AbortController()),
    /** Starts a call that ends when what follows it has been done. */
    start(
      key: string,
      call: (signal: AbortSignal) => Promise<T>,
      after: (value: T) => Promise<void>,
    ): Flight<T> {
      const controller = new AbortController();
      let value: T | undefined;
      const flight = announce(key, controller, () => value);
      const work = async (): Promise<T> => {
        value = await call(controller.signal);
        await after(value);
        return value;
      };
      work().then(flight.resolve, flight.fail);
      return flight;
    },
  };
}
