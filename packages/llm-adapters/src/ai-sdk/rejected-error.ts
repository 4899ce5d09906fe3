import type { GateOutcome, GateRejectedError } from '@kanmon/core/gate';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { asRecord } from '../wire/read.ts';

/** The last answer of the model. */
export interface LastAnswer {
  readonly answer: { readonly text: string; readonly finish: string };
  readonly response: unknown;
}

/** Registered symbols by which the AI SDK recognises its errors. */
const markers = ['vercel.ai.error', 'vercel.ai.error.AI_NoObjectGeneratedError'];

/**
 * Adds the members of the AI SDK's `NoObjectGeneratedError` to an error, so that its `isInstance` recognises it. They
 * hold text of the model and a stream may carry an error to a browser, so they are not enumerable.
 */
export function asNoObjectError(
  error: GateRejectedError,
  last: LastAnswer | undefined,
): GateRejectedError {
  const members = {
    text: last?.answer.text,
    response: last?.response,
    finishReason: last?.answer.finish,
    usage: usageOf(error.outcome),
  };
  const marks = markers.map((marker) => [Symbol.for(marker), true] as const);
  for (const [name, value] of [...Object.entries(members), ...marks]) {
    Object.defineProperty(error, name, { value, configurable: true });
  }
  return error;
}

/** Returns the usage of a run. AI SDK 5 reads the flat counts, 6 and 7 also the details. */
function usageOf({ usage }: GateOutcome<unknown>): object {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return withoutUndefined({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens,
    reasoningTokens,
    inputTokenDetails: { cacheReadTokens: cachedInputTokens, cacheWriteTokens },
    outputTokenDetails: { reasoningTokens },
  });
}

const failures = new WeakMap<object, { readonly error: unknown }>();

/**
 * Stores the error of a stream under the headers of its response: a rejection, or the error of the model. They are the
 * one object of a stream that the SDK passes to the parser of the output as it is, and by then the text is gone.
 */
export function rememberFailure(headers: object, error: unknown): void {
  failures.set(headers, { error });
}

/** Returns the error that is stored under the headers of a response. */
export function failureOf(response: object): { readonly error: unknown } | undefined {
  const headers = asRecord(response)['headers'];
  return isRecord(headers) ? failures.get(headers) : undefined;
}
