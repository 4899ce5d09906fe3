import {
  InvalidArgumentError,
  type LlmCallOptions,
  type LlmClient,
  type LlmError,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
} from '@kanmon/core';
import { boundedStream, type CallBounds, openCallBounds, withoutUndefined } from '@kanmon/core/kit';
import { describeKind } from './check-options.ts';
import { createDelta, promptCounts } from './prompt-usage.ts';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { cutStreamError, mapProviderError } from '../errors/map-provider-error.ts';
import { prepareRequest } from '../request/prepare-request.ts';
import {
  type AdapterDefaults,
  checkDefaults,
  checkMaxResponseBytes,
  timeOf,
  tooLarge,
} from './adapter-defaults.ts';
import { accountOf, hashOf, setClientFacts } from './client-facts.ts';
import { member } from './read.ts';
import { readUsage } from './read-answer.ts';
import type { EventStream, PreparedRequest, Wire, WireAnswer, WireCall } from './wire.ts';

/**
 * Makes a client of a wire: checks the request, bounds the call by signal and deadline, maps every error
 * and measures the time. Never retries.
 */
export function createWireClient(wire: Wire, defaults: AdapterDefaults): LlmClient {
  const { clock, timer, now } = timeOf(defaults);
  const { provider, model, capabilities, origin } = wire;
  checkDefaults(defaults);
  const maxLength = checkMaxResponseBytes(defaults.maxResponseBytes);
  // Without types it is easily left out, and the provider's error seldom names that.
  if (typeof model !== 'string' || model.trim() === '') {
    throw new InvalidArgumentError(
      `expected the name of a model of ${provider} (options.model; deployment at Azure, modelId at Bedrock), got ${describeKind(model)}`,
    );
  }
  const prepare = (request: LlmRequest): PreparedRequest => prepareRequest(request, wire, defaults);
  const open = (options: LlmCallOptions): CallBounds =>
    openCallBounds({ provider, clock, timer, ...options });
  const toError = (error: unknown, options: LlmCallOptions): LlmError =>
    mapProviderError(error, { provider, model, clock, ...options, secrets: wire.secrets() });

  const toResponse = (
    answer: WireAnswer,
    request: PreparedRequest,
    startedAt: number,
    raw: unknown,
  ): LlmResponse => ({
    text: answer.text,
    finish: answer.finish,
    usage: answer.usage,
    provider,
    model: answer.model ?? request.model,
    latencyMs: Math.max(0, now() - startedAt),
    warnings: [...request.warnings, ...answer.warnings],
    ...withoutUndefined({ id: answer.id }),
    ...(defaults.raw === true ? { raw } : {}),
  });

  async function generate(request: LlmRequest, options: LlmCallOptions = {}): Promise<LlmResponse> {
    const startedAt = now();
    const prepared = prepare(request);
    const bounds = open(options);
    let raw: unknown;
    try {
      const body = wire.encode(prepared, 'generate');
      // Without bounds nothing can interrupt: the request then goes without a signal and without a race.
      raw = bounds.interruptible
        ? await bounds.race(() => wire.send(body, callOf(bounds)))
        : await wire.send(body, {});
      const answer = wire.decode(raw);
      if (answer.text.length > maxLength) throw tooLarge(provider, maxLength);
      return toResponse(answer, prepared, startedAt, raw);
    } catch (error) {
      // Every wire has its counts there, also beside an error.
      const { usage } = readUsage(member(raw, 'usage'));
      throw withSpent(toError(error, options), usage);
    } finally {
      bounds.close();
    }
  }

  async function* stream(request: LlmRequest, options: LlmCallOptions = {}): EventStream {
    const startedAt = now();
    const prepared = prepare(request);
    const bounds = open(options);
    const fold = wire.createFold();
    const pieces: string[] = [];
    let length = 0;
    let answer: Omit<WireAnswer, 'text'> | null;
    try {
      const body = wire.encode(prepared, 'stream');
      const parts = await bounds.race(() => wire.openStream(body, callOf(bounds)));
      for await (const part of boundedStream(bounds, parts)) {
        const text = fold.push(part);
        if (text === '') continue;
        length += text.length;
        if (length > maxLength) throw tooLarge(provider, maxLength);
        // Servers count the prompt before they write. A reader that leaves early never sees the end.
        const prompt = pieces.length === 0 ? promptCounts(fold.usage()) : {};
        pieces.push(text);
        yield createDelta(text, prompt);
      }
      answer = fold.end();
      if (answer === null) throw cutStreamError(provider);
    } catch (error) {
      throw ofStream(withSpent(toError(error, options), fold.usage()), pieces.length > 0);
    } finally {
      bounds.close();
    }
    const text = pieces.join('');
    yield {
      type: 'end',
      response: toResponse({ ...answer, text }, prepared, startedAt, undefined),
    };
  }

  const client: LlmClient = {
    provider,
    model,
    capabilities,
    generate,
    ...(capabilities.stream ? { stream } : {}),
  };
  const { maxOutputTokens, providerOptions, identity } = defaults;
  setClientFacts(client, {
    secrets: () => wire.secrets(),
    server: () =>
      hashOf([identity ?? origin.server, maxOutputTokens, providerOptions, capabilities]),
    account: () => accountOf(identity === undefined ? origin.credentials() : [identity]),
  });
  return client;
}

function callOf(bounds: CallBounds): WireCall {
  return withoutUndefined({ signal: bounds.signal, timeoutMs: bounds.remainingMs() });
}

/** Returns the error of a call with the tokens that the provider has counted. */
function withSpent(error: LlmError, usage: LlmUsage): LlmError {
  if (error.usage !== undefined || Object.keys(usage).length === 0) return error;
  return copyLlmError(error, { usage });
}

/** A broken answer may be asked for again only while none of it was handed out. */
function ofStream(error: LlmError, handedOut: boolean): LlmError {
  return copyLlmError(error, handedOut && error.kind === 'protocol' ? { retryable: false } : {});
}
