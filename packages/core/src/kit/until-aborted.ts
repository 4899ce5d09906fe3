import { LlmError } from '../errors/llm-error.ts';

/**
 * Waits for `work`, or until `signal` aborts, even if the work does not listen to the signal. The
 * work goes on in the background then; its result and its error are ignored.
 *
 * @throws {LlmError} The signal's reason, or one of kind `aborted` with that as cause.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  const finished = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => {
      const cause: unknown = signal.reason;
      const isTold = LlmError.isInstance(cause);
      reject(isTold ? cause : new LlmError('the run was aborted', { kind: 'aborted', cause }));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: finished.signal });
  });
  // The work may fail after the race is over: that must not be an unhandled rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    finished.abort();
  }
}
