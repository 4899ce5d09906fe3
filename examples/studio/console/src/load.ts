import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { onLive } from './live.ts';

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
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify(inputs);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  useEffect(() => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const value = await latest.current(stop.signal);
        if (!stop.signal.aborted) setState({ value, key });
      } catch (error) {
        if (!stop.signal.aborted) setState((before) => ({ ...before, error, key }));
      }
    };
    void run();
    return () => stop.abort();
  }, [key, turn]);
  const wanted = kinds.join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(({ kind }) => {
      if (kind === null || !wanted.split(' ').includes(kind)) return;
      clearTimeout(timer);
      timer = setTimeout(reload, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted, reload]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    reload,
  };
}
