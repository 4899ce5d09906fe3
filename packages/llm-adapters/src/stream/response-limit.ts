import { LlmError } from '@kanmon/core';
import { assertNumber } from '../support/assert-number.ts';

/**
 * Far above any answer: the longest output of today's models (128,000 tokens) takes about 25 MB as a
 * stream of single tokens, each in a chunk of 200 bytes.
 */
const defaultMaxResponseBytes = 33_554_432;

/** Returns the limit of an adapter; throws `InvalidArgumentError` unless it is a number of at least 1. */
export function checkMaxResponseBytes(maxBytes: number = defaultMaxResponseBytes): number {
  assertNumber('maxResponseBytes', maxBytes, { least: 1 });
  return maxBytes;
}

/** The error of an answer that is longer than the limit. Asking again would bring it again. */
export function tooLarge(provider: string, maxBytes: number): LlmError {
  return new LlmError(
    `${provider} sent more than ${maxBytes} bytes; raise maxResponseBytes if answers may be this long`,
    { kind: 'protocol', retryable: false, provider },
  );
}

/** A `fetch` for SDK clients whose answers end with an error at the limit. */
export function limitFetch(
  provider: string,
  send?: typeof fetch,
  maxBytes: number = defaultMaxResponseBytes,
): typeof fetch {
  return async (input, init) => {
    const response = await (send ?? globalThis.fetch)(input, init);
    if (response.body === null) return response;
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > maxBytes) controller.error(tooLarge(provider, maxBytes));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, response);
  };
}
