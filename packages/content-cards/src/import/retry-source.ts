import { retry, systemTimer, type Timer } from '@kanmon/core';

/** How a source that fails is tried again. */
export interface ImportRetry {
  /** Repeats after the first try. @default 3 */
  readonly retries?: number;
  /** @default 500 */
  readonly minDelayMs?: number;
  /** @default 2 */
  readonly factor?: number;
  /** Longest wait, also when the server asks for more. @default 8000 */
  readonly maxDelayMs?: number;
}

/** Repeats what waiting may heal (`retryable` of the error); what the server asks for wins over the computed wait. */
export function retrySource<T>(
  operation: (attempt: number) => Promise<T>,
  options: {
    readonly retry?: ImportRetry;
    readonly timer?: Timer;
    readonly signal?: AbortSignal;
    readonly onRetry: (attempt: number, delayMs: number, code: string) => void;
  },
): Promise<T> {
  const { retry: limits = {}, timer = systemTimer, signal, onRetry } = options;
  const { retries = 3, minDelayMs = 500, factor = 2, maxDelayMs = 8000 } = limits;
  let failures = 0;
  let failure: unknown;
  return retry(operation, {
    maxAttempts: retries + 1,
    baseMs: minDelayMs,
    maxMs: maxDelayMs,
    shouldRetry: (error) => {
      failures += 1;
      failure = error;
      return member(error, 'retryable') === true;
    },
    timer: {
      sleep(_computed, abort) {
        const asked = member(failure, 'retryAfterMs');
        const wanted =
          typeof asked === 'number' && asked >= 0 ? asked : minDelayMs * factor ** (failures - 1);
        const delay = Math.min(maxDelayMs, wanted);
        onRetry(failures + 1, delay, String(member(failure, 'code')));
        return timer.sleep(delay, abort);
      },
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

function member(error: unknown, name: string): unknown {
  return Reflect.get(Object(error), name);
}
