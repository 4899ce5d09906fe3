import {
  type Clock,
  type LlmCallOptions,
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
  type Timer,
} from '@kanmon/core';
import type { EventStream } from '../wire/wire.ts';
import { checkMethods } from '../wire/check-options.ts';
import { clientFacts, setClientFacts } from '../wire/client-facts.ts';
import { countsOf } from '../wire/prompt-usage.ts';
import { member } from '../wire/read.ts';

/** Makes a client of a client: same provider, model and capabilities, `stream` exactly if the inner one has it. */
export type Decorator = (client: LlmClient) => LlmClient;

/** The time a decorator lives in. */
export interface TimeOptions {
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default systemTimer */
  readonly timer?: Timer;
}

const noOptions: LlmCallOptions = {};

/** The two ways through a decorator. `generate` never throws at once: failures are rejections. */
interface Layer {
  generate(request: LlmRequest, options: LlmCallOptions): Promise<LlmResponse>;
  /** Called only when the inner client streams. */
  stream(request: LlmRequest, options: LlmCallOptions, open: OpenStream): AsyncIterable<LlmEvent>;
}

/** Opens the inner client's stream. */
type OpenStream = (request: LlmRequest, options: LlmCallOptions) => AsyncIterable<LlmEvent>;

/** Registered, so that two copies of the package unwrap each other's clients. */
const innerClient = Symbol.for('kanmon.inner-client');

/** Puts a layer around `inner`. */
export function wrapClient(inner: LlmClient, layer: Layer): LlmClient {
  checkMethods(inner, 'generate', 'a client with generate to decorate', 'pass the client first');
  const { provider, model, capabilities } = inner;
  const open: OpenStream = (request, options) => streamOf(inner, request, options);
  const client: LlmClient = {
    provider,
    model,
    capabilities,
    generate: (request, options = noOptions) => layer.generate(request, options),
    ...(inner.stream === undefined
      ? {}
      : { stream: (request, options = noOptions) => layer.stream(request, options, open) }),
  };
  Object.defineProperty(client, innerClient, { value: inner });
  setClientFacts(client, clientFacts(inner));
  return client;
}

/** Steps of a decorator around one call, whether it is answered in one piece or streamed. */
export interface CallSteps {
  /** The request for the inner client. @default the caller's */
  readonly request?: LlmRequest;
  /** `usage`: the tokens of the prompt, with the first delta of a provider that reports them so early. */
  delta?(text: string, usage?: LlmUsage): void;
  /** In a stream, runs before the end is handed out. */
  finished?(response: LlmResponse): void;
  failed?(error: unknown): void;
  /** Runs last on every way out, also when a stream is left before its end. A promise is waited for. */
  closed?(): void | Promise<void>;
}

/** Starts the steps of one call. Runs before anything is awaited. */
type BeginCall = (
  request: LlmRequest,
  options: LlmCallOptions,
  mode: 'generate' | 'stream',
) => CallSteps | Promise<CallSteps>;

/** Puts steps around each call of `inner`. */
export function wrapCalls(inner: LlmClient, begin: BeginCall): LlmClient {
  return wrapClient(inner, {
    async generate(request, options) {
      const steps = await begin(request, options, 'generate');
      try {
        const response = await inner.generate(steps.request ?? request, options);
        checkResponse(response, inner);
        steps.finished?.(response);
        return response;
      } catch (error) {
        steps.failed?.(error);
        throw error;
      } finally {
        // Without a promise nothing is waited for, not even a turn.
        const closing = steps.closed?.();
        if (closing !== undefined) await closing;
      }
    },
    async *stream(request, options, open) {
      const steps = await begin(request, options, 'stream');
      try {
        for await (const event of open(steps.request ?? request, options)) {
          if (event.type === 'delta') steps.delta?.(event.text, countsOf(event));
          else {
            checkResponse(event.response, inner);
            steps.finished?.(event.response);
          }
          yield event;
        }
      } catch (error) {
        steps.failed?.(error);
        throw error;
      } finally {
        const closing = steps.closed?.();
        if (closing !== undefined) await closing;
      }
    },
  });
}

/** Throws `protocol` for what is no response: a client of the user may return anything. */
function checkResponse(response: unknown, { provider }: LlmClient): void {
  if (typeof member(response, 'text') === 'string') return;
  throw new LlmError(`${provider} returned a response without text`, {
    kind: 'protocol',
    provider,
  });
}

/** Returns the stream of a client; a client without one answers in one piece, so that every client can be in a list. */
export function streamOf(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
): AsyncIterable<LlmEvent> {
  return client.stream === undefined
    ? inOnePiece(client, request, options)
    : client.stream(request, options);
}

async function* inOnePiece(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
): EventStream {
  yield* replayResponse(await client.generate(request, options));
}

/**
 * Returns a finished response as a stream.
 *
 * @yields One delta with the whole text, unless it is empty, and the end.
 */
export function* replayResponse(response: LlmResponse): Generator<LlmEvent, void, undefined> {
  if (response.text !== '') yield { type: 'delta', text: response.text };
  yield { type: 'end', response };
}

/** Returns the innermost client below all decorators. */
export function unwrapClient(client: LlmClient): LlmClient {
  const inner: unknown = Reflect.get(client, innerClient);
  return isClient(inner) ? unwrapClient(inner) : client;
}

function isClient(value: unknown): value is LlmClient {
  return typeof value === 'object' && value !== null && 'generate' in value;
}
