import type { CallBounds } from './call-bounds.ts';

/**
 * `source` under the bounds of its call: each wait ends with the call, and leaving the loop early
 * aborts what still runs. The source's own clean-up is started but not waited for, since a source that
 * hangs may never finish it. Closes the bounds.
 *
 * @yields What `source` yields.
 */
export async function* boundedStream<T>(
  bounds: CallBounds,
  source: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let finished = false;
  const raced: AsyncIterable<T> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const result = await bounds.race(() => iterator.next());
        finished = result.done === true;
        return result;
      },
    }),
  };
  try {
    yield* raced;
  } finally {
    bounds.close({ abandon: !finished });
    if (!finished) iterator.return?.().catch(() => undefined);
  }
}
