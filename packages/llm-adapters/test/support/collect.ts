import type { LlmCallOptions, LlmClient, LlmEvent, LlmRequest } from '@kanmon/core';

export const ask = (content: string, more: Partial<LlmRequest> = {}): LlmRequest => ({
  messages: [{ role: 'user', content }],
  ...more,
});

/** All events of a stream; fails for a client without one. */
export async function collect(
  client: LlmClient,
  request: LlmRequest,
  options?: LlmCallOptions,
): Promise<readonly LlmEvent[]> {
  if (client.stream === undefined) throw new Error('the client has no stream');
  const events: LlmEvent[] = [];
  for await (const event of client.stream(request, options)) events.push(event);
  return events;
}

/** The error a call ends with; fails when it does not. */
export async function failure(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('expected an Error to be thrown', { cause: error });
  }
  throw new Error('expected the call to fail');
}

/** A stream of values, one a pull. */
export function streamOf(values: Iterable<unknown>): ReadableStream<unknown> {
  const rest = values[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const next = rest.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
