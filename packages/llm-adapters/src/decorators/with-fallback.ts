import {
  InvalidArgumentError,
  LlmError,
  type LlmCallOptions,
  type LlmClient,
  type LlmErrorKind,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { checkPorts } from '@kanmon/core/kit';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { createJointClient } from '../wire/client-facts.ts';
import type { EventStream } from '../wire/wire.ts';
import { streamOf } from './decorator.ts';
import { errorWithSpent, withSpent } from './spent-usage.ts';
import { checkClients, checkOptions, describeKind } from '../wire/check-options.ts';

/** Options of `withFallback`. */
export interface FallbackOptions {
  /** Returns true when the next client is asked after this error. @default every kind but aborted, budget, bad-request, context-length and content-filter */
  readonly on?: (error: LlmError) => boolean;
}

/** Another provider would answer these alike, or no caller waits any more, or the caller's limit is reached. */
const finalKinds: ReadonlySet<LlmErrorKind> = new Set([
  'aborted',
  'budget',
  'bad-request',
  'context-length',
  'content-filter',
]);

/** A client that asks several; `behind` puts one more in front of them. */
export interface FallbackClient extends LlmClient {
  /** Returns the same list with `primary` asked first. */
  behind(primary: LlmClient): FallbackClient;
}

/** The last client's error, with those of all clients in order. */
export type FallbackError = LlmError & { readonly errors: readonly LlmError[] };

/**
 * Creates one client out of several, asked in order until one answers. Each gets the neutral request and the
 * same deadline; `model` is left out for all but the first, whose name it is. Usage of the clients that failed is
 * added to the response's or the final error's usage. The error of the last one carries `errors` of all. A stream falls over only before its first delta. Provider, model and capabilities are
 * those of the first client.
 */
export function withFallback(
  clients: readonly LlmClient[],
  options: FallbackOptions = {},
): FallbackClient {
  checkOptions(options, 'on', 'withFallback(clients, options)');
  if (!Array.isArray(clients)) {
    throw new InvalidArgumentError(
      `expected withFallback to get a list of clients, got ${describeKind(clients)}; pass them in the order to ask`,
    );
  }
  const { on = (error) => !finalKinds.has(error.kind) } = options;
  checkPorts({ on }, { on: 'call' });
  checkClients(clients, 'withFallback');
  return askInOrder(clients, on);
}

function askInOrder(
  clients: readonly LlmClient[],
  on: (error: LlmError) => boolean,
): FallbackClient {
  // A program without types may pass no list.
  const given: readonly LlmClient[] = Array.isArray(clients) ? clients : [];
  const [first, ...others] = given;
  if (first === undefined) {
    throw new InvalidArgumentError(
      'expected withFallback to get at least one client, got none; pass them in the order to ask',
    );
  }
  const head = first;
  const last = clients.length - 1;

  /** Adds the error of client `index`, or throws the final error when no further client is to be asked. */
  const collect = (error: unknown, index: number, errors: LlmError[]): void => {
    if (!LlmError.isInstance(error)) throw error;
    const earlier = [...errors];
    errors.push(error);
    if (index < last && on(error)) return;
    throw Object.assign(copyLlmError(errorWithSpent(error, earlier), { kind: error.kind }), {
      errors,
    });
  };

  async function generate(request: LlmRequest, call: LlmCallOptions = {}): Promise<LlmResponse> {
    const errors: LlmError[] = [];
    for (let index = 0; ; index += 1) {
      try {
        const client = clients[index] ?? head;
        return withSpent(await client.generate(requestFor(request, index), call), errors);
      } catch (error) {
        collect(error, index, errors);
      }
    }
  }

  async function* stream(request: LlmRequest, call: LlmCallOptions = {}): EventStream {
    const errors: LlmError[] = [];
    for (const [index, client] of clients.entries()) {
      let handedOut = false;
      try {
        for await (const event of streamOf(client, requestFor(request, index), call)) {
          handedOut = true;
          yield event.type === 'delta'
            ? event
            : { type: 'end', response: withSpent(event.response, errors) };
        }
        return;
      } catch (error) {
        if (handedOut) throw errorWithSpent(error, errors);
        collect(error, index, errors);
      }
    }
  }

  return Object.assign(createJointClient([head, ...others], { generate, stream }), {
    behind: (primary: LlmClient) => askInOrder([primary, ...clients], on),
  });
}

/** A model name is valid at one provider only. */
function requestFor(request: LlmRequest, index: number): LlmRequest {
  if (index === 0 || request.model === undefined) return request;
  const { model: _model, ...rest } = request;
  return rest;
}
