import {
  InvalidArgumentError,
  LlmError,
  type LlmCallOptions,
  type LlmClient,
  type LlmErrorKind,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { jointFacts, setClientFacts } from '../call/client-facts.ts';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { streamOf } from './decorator.ts';

/** Options of `withFallback`. */
export interface FallbackOptions {
  /** Whether the next client is asked after this error. @default every kind but aborted, budget, bad-request, context-length and content-filter */
  readonly on?: (error: LlmError) => boolean;
}

/** Another provider would answer these alike, or nobody waits any more, or the caller's limit is reached. */
const finalKinds: ReadonlySet<LlmErrorKind> = new Set([
  'aborted',
  'budget',
  'bad-request',
  'context-length',
  'content-filter',
]);

/** A client that asks several; `behind` puts one more in front of them. */
export interface FallbackClient extends LlmClient {
  /** The same list with `primary` asked first. */
  behind(primary: LlmClient): FallbackClient;
}

/** The last client's error, with those of all clients in order. */
export type FallbackError = LlmError & { readonly errors: readonly LlmError[] };

/**
 * One client out of several, asked in order until one answers. Each gets the neutral request and the same
 * deadline; `model` is left out for all but the first, whose name it is. The error of the last one carries
 * `errors` of all. A stream falls over only before its first delta. Provider, model and capabilities are
 * those of the first client.
 */
export function withFallback(
  clients: readonly LlmClient[],
  options: FallbackOptions = {},
): FallbackClient {
  checkOptions(options, { on: true }, 'withFallback(clients, options)');
  const { on = (error) => !finalKinds.has(error.kind) } = options;
  const [first] = clients;
  if (first === undefined) {
    throw new InvalidArgumentError(
      'expected withFallback to get at least one client, got none; pass them in the order to ask',
    );
  }
  const head = first;
  const { provider, model, capabilities } = head;

  /** What to do with the error of client `index`: null to go on. */
  const verdict = (
    error: unknown,
    index: number,
    errors: readonly LlmError[],
  ): { readonly throwable: unknown } | null => {
    if (!LlmError.isInstance(error)) return { throwable: error };
    if (index + 1 < clients.length && on(error)) return null;
    const all = [...errors, error];
    return { throwable: Object.assign(copyLlmError(error, { kind: error.kind }), { errors: all }) };
  };

  const generateFrom = async (
    index: number,
    errors: readonly LlmError[],
    request: LlmRequest,
    call: LlmCallOptions,
  ): Promise<LlmResponse> => {
    const client = clients[index] ?? head;
    try {
      return await client.generate(requestFor(request, index), call);
    } catch (error) {
      const end = verdict(error, index, errors);
      if (end !== null) throw end.throwable;
      return generateFrom(index + 1, withError(errors, error), request, call);
    }
  };

  async function* streamFrom(
    index: number,
    errors: readonly LlmError[],
    request: LlmRequest,
    call: LlmCallOptions,
  ): AsyncGenerator<LlmEvent, void, undefined> {
    let handedOut = false;
    try {
      for await (const event of streamOf(
        clients[index] ?? head,
        requestFor(request, index),
        call,
      )) {
        handedOut = true;
        yield event;
      }
      return;
    } catch (error) {
      if (handedOut) throw error;
      const end = verdict(error, index, errors);
      if (end !== null) throw end.throwable;
      yield* streamFrom(index + 1, withError(errors, error), request, call);
    }
  }

  const client: FallbackClient = {
    provider,
    model,
    capabilities,
    behind: (primary) => withFallback([primary, ...clients], options),
    generate: (request, call = {}) => generateFrom(0, [], request, call),
    ...(first.stream === undefined
      ? {}
      : { stream: (request, call = {}) => streamFrom(0, [], request, call) }),
  };
  setClientFacts(client, jointFacts(clients));
  return client;
}

function withError(errors: readonly LlmError[], error: unknown): readonly LlmError[] {
  return LlmError.isInstance(error) ? [...errors, error] : errors;
}

/** Model names mean something at one provider only. */
function requestFor(request: LlmRequest, index: number): LlmRequest {
  if (index === 0 || request.model === undefined) return request;
  const { model: _model, ...rest } = request;
  return rest;
}
