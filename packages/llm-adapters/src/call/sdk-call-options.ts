import type { WireCall } from './wire.ts';
import { optional, type UnknownRecord } from '../support/read.ts';

/** Per-call options the OpenAI and Anthropic SDKs share. Retrying is the decorators' work, so 0 here. */
export function sdkCallOptions(call: WireCall): UnknownRecord {
  return {
    ...optional('signal', call.signal),
    maxRetries: 0,
    // 0 would mean "at once" to some clients and "never" to others.
    ...optional('timeout', call.timeoutMs === undefined ? undefined : Math.max(1, call.timeoutMs)),
  };
}
