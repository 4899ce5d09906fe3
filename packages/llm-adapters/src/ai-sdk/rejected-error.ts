import type { GateOutcome, GateRejectedError } from '@kanmon/core/gate';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { createRejectedError as createHostError } from '../hosts/rejected-error.ts';
import { asRecord } from '../wire/read.ts';

/** The last answer of the model. */
export interface LastAnswer {
  readonly answer: { readonly text: string; readonly finish: string };
  readonly response: unknown;
}

/** Registered symbols by which the AI SDK recognises its errors. */
const markers = ['vercel.ai.error', 'vercel.ai.error.AI_NoObjectGeneratedError'];

/**
 * Creates the error of a rejected outcome, which `NoObjectGeneratedError.isInstance` recognises too. The members that
 * hold text of the model are not enumerable.
 */
export function createRejectedError(
  gate: string,
  outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>,
  last?: LastAnswer,
): GateRejectedError {
  const error = createHostError(gate, outcome);
  const { usage } = outcome;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  const members = {
    text: last?.answer.text,
    response: last?.response,
    finishReason: last?.answer.finish,
    // AI SDK 5 reads the flat counts, 6 and 7 also the details.
    usage: withoutUndefined({
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
      cachedInputTokens,
      reasoningTokens,
      inputTokenDetails: {
        noCacheTokens: undefined,
        cacheReadTokens: cachedInputTokens,
        cacheWriteTokens: usage.cacheWriteTokens,
      },
      outputTokenDetails: { textTokens: undefined, reasoningTokens },
    }),
  };
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(error, name, { value, enumerable: false });
  }
  for (const marker of markers) Object.defineProperty(error, Symbol.for(marker), { value: true });
  return error;
}

const rejections = new WeakMap<object, GateRejectedError>();

/**
 * Stores the error of a stream under the headers of its response. They are the one object of a stream that the SDK
 * passes to the parser of the output as it is, and by then the text is gone.
 */
export function rememberRejection(headers: object, error: GateRejectedError): void {
  rejections.set(headers, error);
}

/** Returns the error that is stored under the headers of a response. */
export function rejectionOf(response: object): GateRejectedError | undefined {
  const headers = asRecord(response)['headers'];
  return isRecord(headers) ? rejections.get(headers) : undefined;
}
