import { LlmError } from '../errors/llm-error.ts';
import type {
  LlmCallOptions,
  LlmClient,
  LlmEvent,
  LlmRequest,
  LlmResponse,
} from '../ports/llm-client.ts';

/** One answer: a text, a response (in `chunks` when streamed), an error to throw, or a function. */
export type ScriptedReply =
  | string
  | (Partial<LlmResponse> & { readonly text: string; readonly chunks?: readonly string[] })
  | LlmError
  | ((request: LlmRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

/** Options of a scripted client: its names, and whether it streams. */
export interface ScriptedClientOptions {
  /** @default 'scripted' */
  readonly provider?: string;
  /** @default 'scripted' */
  readonly model?: string;
  /** @default true */
  readonly stream?: boolean;
}

/** A model client for tests, with the requests it was given. */
export type ScriptedClient = LlmClient & { readonly calls: readonly LlmRequest[] };

interface Answer {
  readonly response: LlmResponse;
  readonly chunks: readonly string[];
}

/**
 * A client that answers from a script: a list, one reply a call, or a function of the request and
 * the number of the call (from 0). A list that runs out throws an `LlmError` of kind `protocol`.
 */
export function createScriptedClient(
  script:
    | readonly ScriptedReply[]
    | ((request: LlmRequest, index: number) => ScriptedReply | Promise<ScriptedReply>),
  options: ScriptedClientOptions = {},
): ScriptedClient {
  const { provider = 'scripted', model = 'scripted', stream = true } = options;
  const calls: LlmRequest[] = [];

  /** The call is on record, and its place in the script taken, before anything is awaited. */
  const begin = (request: LlmRequest, signal: AbortSignal | undefined): Promise<Answer> => {
    const index = calls.push(request) - 1;
    return answer(request, index, signal);
  };

  const answer = async (
    request: LlmRequest,
    index: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    throwIfAborted(signal, provider);
    const next = typeof script === 'function' ? script : script[index];
    if (next === undefined) {
      throw new LlmError(
        `the script of ${script.length} replies has run out at call ${index + 1}; add a reply`,
        { kind: 'protocol', provider },
      );
    }
    const reply = await settle(next, request, index);
    throwIfAborted(signal, provider);
    if (reply instanceof Error) throw reply;
    const { chunks, ...given } = typeof reply === 'string' ? { text: reply } : reply;
    const response: LlmResponse = {
      finish: 'stop',
      usage: {},
      provider,
      model: request.model ?? model,
      latencyMs: 0,
      warnings: [],
      ...given,
    };
    return { response, chunks: chunks ?? [given.text] };
  };

  const client: ScriptedClient = {
    provider,
    model,
    capabilities: { jsonSchema: 'native', stream, temperature: true, system: 'message' },
    calls,
    generate: async (request, { signal }: LlmCallOptions = {}) =>
      (await begin(request, signal)).response,
  };
  if (!stream) return client;
  return {
    ...client,
    stream: (request, { signal }: LlmCallOptions = {}) => {
      const begun = begin(request, signal);
      // A caller that never iterates must not cause an unhandled rejection; one that does still gets the error.
      begun.catch(() => undefined);
      return play(begun, signal, provider);
    },
  };
}

/** A function may give another function. */
async function settle(
  reply: ScriptedReply,
  request: LlmRequest,
  index: number,
): Promise<Exclude<ScriptedReply, (...args: never) => unknown>> {
  return typeof reply === 'function' ? settle(await reply(request, index), request, index) : reply;
}

async function* play(
  begun: Promise<Answer>,
  signal: AbortSignal | undefined,
  provider: string,
): AsyncGenerator<LlmEvent, void> {
  const { response, chunks } = await begun;
  for (const text of chunks) {
    throwIfAborted(signal, provider);
    yield { type: 'delta', text };
  }
  throwIfAborted(signal, provider);
  yield { type: 'end', response };
}

function throwIfAborted(signal: AbortSignal | undefined, provider: string): void {
  if (signal?.aborted !== true) return;
  throw new LlmError('the call was aborted', {
    kind: 'aborted',
    provider,
    cause: signal.reason as unknown,
  });
}
