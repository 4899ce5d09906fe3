import { LlmError, type LlmRequest, type LlmResponse } from '@kanmon/core';
import { completeUsage } from '@kanmon/core/kit';
import { isMockDeltas, isPartialResponse, type MockDeltas, type MockReply } from './mock-reply.ts';
import { splitCodePoints } from './split-code-points.ts';

/** A reply worked out: the whole response, the deltas of its stream, and how it fails. */
export interface ResolvedReply {
  readonly response: LlmResponse;
  readonly deltas: readonly string[];
  /** Thrown after the deltas; `generate` throws it at once. */
  readonly error?: LlmError;
}

interface ReplyContext {
  readonly request: LlmRequest;
  readonly provider: string;
  readonly model: string;
  readonly chunkSize: number;
  /** Used where the reply sets none. */
  readonly latencyMs: number;
  readonly warnings: readonly string[];
}

/** Works out what a scripted reply means. A delayed reply has been waited for before. */
export function resolveReply(reply: MockReply, context: ReplyContext): ResolvedReply {
  if (LlmError.isInstance(reply)) {
    return { response: complete({}, '', context), deltas: [], error: reply };
  }
  if (typeof reply === 'object' && isMockDeltas(reply)) return ofDeltas(reply, context);
  const partial = typeof reply === 'object' && isPartialResponse(reply) ? reply : {};
  const text = typeof reply === 'string' ? reply : (partial.text ?? JSON.stringify(reply));
  return {
    response: complete(partial, text, context),
    deltas: splitCodePoints(text, context.chunkSize),
  };
}

function ofDeltas(reply: MockDeltas, context: ReplyContext): ResolvedReply {
  const fails = reply.error !== undefined || reply.failAfter !== undefined;
  const deltas = fails
    ? reply.deltas.slice(0, reply.failAfter ?? reply.deltas.length)
    : reply.deltas;
  const response = complete({}, deltas.join(''), context);
  if (!fails) return { response, deltas };
  const error =
    reply.error ??
    new LlmError(`the stream of ${context.provider} broke after ${deltas.length} deltas`, {
      kind: 'network',
      provider: context.provider,
    });
  return { response, deltas, error };
}

function complete(partial: Partial<LlmResponse>, text: string, context: ReplyContext): LlmResponse {
  return {
    finish: 'stop',
    provider: context.provider,
    model: context.request.model ?? context.model,
    latencyMs: context.latencyMs,
    ...partial,
    text,
    warnings: [...context.warnings, ...(partial.warnings ?? [])],
    usage: partial.usage ?? completeUsage({}, { messages: context.request.messages, text }).usage,
  };
}
