import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { liveState, onLive } from './live.ts';

/** The state of a value that the server holds. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** New events within this time cause one read. */
const gatherMs = 150;

/** Loads a value, and again when the inputs change. `kinds` names the streams whose new events reload it. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  kinds: readonly string[] = [],
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown; key: string }>({ key: '' });
  const key = JSON.stringify(inputs);
  const latest = useRef(load);
  latest.current = load;
  const again = useRef<() => void>(() => undefined);
  const reload = useCallback(() => again.current(), []);
  useEffect(() => {
    const stop = new AbortController();
    let isLoading = false;
    let isWanted = false;
    const run = async (): Promise<void> => {
      isWanted = true;
      if (isLoading) return;
      isLoading = true;
      while (isWanted && !stop.signal.aborted) {
        isWanted = false;
        try {
          const value = await latest.current(stop.signal);
          if (!stop.signal.aborted) setState({ value, key });
        } catch (error) {
          if (!stop.signal.aborted) setState((before) => ({ ...before, error, key }));
        }
      }
      isLoading = false;
    };
    again.current = () => void run();
    void run();
    return () => stop.abort();
  }, [key]);
  const wanted = kinds.join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, gatherMs);
    };
    const stopEvents = onLive(({ kind }) => {
      if (kind !== null && wanted.split(' ').includes(kind)) reloadSoon();
    });
    // No event names a change from before the connection was open.
    const stopState = liveState.subscribe(() => {
      if (liveState.get() === 'open') reloadSoon();
    });
    return () => {
      clearTimeout(timer);
      stopEvents();
      stopState();
    };
  }, [wanted, reload]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    reload,
  };
}
