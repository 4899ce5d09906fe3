import {
  LlmError,
  type LlmErrorKind,
  type LlmFinish,
  type LlmResponse,
  type LlmUsage,
} from '@kanmon/core';
import { isRecord, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { asList, asRecord, filledString, type UnknownRecord } from './read.ts';

/** Describes an error as plain data. */
export function errorFields(error: LlmError): UnknownRecord {
  const { kind, status, retryable, retryAfterMs, usage, message } = error;
  return { kind, status, retryable, retryAfterMs, usage, message };
}

const finishes = {
  stop: true,
  length: true,
  'content-filter': true,
  refusal: true,
  'tool-calls': true,
  other: true,
} satisfies Record<LlmFinish, true>;

export const errorKinds: Readonly<Record<LlmErrorKind, true>> = {
  auth: true,
  permission: true,
  'bad-request': true,
  'not-found': true,
  'rate-limit': true,
  quota: true,
  overloaded: true,
  server: true,
  timeout: true,
  aborted: true,
  network: true,
  'context-length': true,
  'content-filter': true,
  protocol: true,
  budget: true,
};

/** Returns `value` when it is a key of `known`, else the fallback: later versions may record other words. */
function oneOf<Word extends string>(
  known: Readonly<Record<Word, true>>,
  value: unknown,
  fallback: Word,
): Word {
  // The cast states what hasOwn has checked.
  return typeof value === 'string' && Object.hasOwn(known, value) ? (value as Word) : fallback;
}

/** Reads a response that was stored as JSON. */
export function readResponse(stored: UnknownRecord, text: string): LlmResponse {
  const { finish, latencyMs, warnings, ...rest } = stored;
  return {
    ...rest,
    text,
    finish: oneOf(finishes, finish, 'other'),
    usage: toUsage(stored['usage']),
    provider: filledString(stored['provider']) ?? '',
    model: filledString(stored['model']) ?? '',
    latencyMs: typeof latencyMs === 'number' ? latencyMs : 0,
    warnings: asList(warnings).map(String),
  };
}

function toUsage(stored: unknown): LlmUsage {
  const known = Object.entries(asRecord(stored)).filter(([, count]) => isTokenCount(count));
  return Object.fromEntries(known);
}

/** Reads an error that `errorFields` described. */
export function readError(stored: UnknownRecord): LlmError {
  const { kind, status, retryable, retryAfterMs, usage, message, provider, requestId } = stored;
  const fields = withoutUndefined({
    kind: oneOf(errorKinds, kind, 'protocol'),
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
    status: isTokenCount(status) ? status : undefined,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
    usage: isRecord(usage) ? toUsage(usage) : undefined,
    provider: filledString(provider),
    requestId: filledString(requestId),
  });
  return new LlmError(filledString(message) ?? 'a recorded error without a message', fields);
}
