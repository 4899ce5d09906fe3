import type { LlmError } from '@kanmon/core';

/**
 * A failed call with the fields of the AI SDK's `APICallError`, which its retries look at; the original is
 * the cause. Recognized by `APICallError.isInstance` through the registered symbols that it asks for.
 */
export class AiSdkCallError extends Error {
  static {
    for (const marker of ['vercel.ai.error', 'vercel.ai.error.AI_APICallError']) {
      Object.defineProperty(this.prototype, Symbol.for(marker), { value: true });
    }
  }

  override readonly name: string = 'AI_APICallError';
  readonly url: string = '';
  readonly requestBodyValues: Readonly<Record<string, unknown>> = {};
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly isRetryable: boolean;

  constructor(error: LlmError) {
    super(error.message, { cause: error });
    this.statusCode = error.status;
    this.isRetryable = error.retryable;
    this.responseHeaders =
      error.retryAfterMs === undefined
        ? {}
        : {
            'retry-after-ms': String(error.retryAfterMs),
            'retry-after': String(Math.ceil(error.retryAfterMs / 1000)),
          };
  }
}
