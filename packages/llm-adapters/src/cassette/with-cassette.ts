import {
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmErrorKind,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  type Logger,
  silentLogger,
} from '@kanmon/core';
import { checkPorts, createSecretRedactor, withoutUndefined } from '@kanmon/core/kit';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';
import { type Decorator, replayResponse, wrapClient } from '../decorators/decorator.ts';
import {
  type ClientFacts,
  clientFacts,
  hashOf,
  neutralKey,
  neutralRequest,
} from '../wire/client-facts.ts';
import { asRecord } from '../wire/read.ts';
import {
  type CassetteLine,
  type CassetteStore,
  createTape,
  type RecordedClient,
  type Tape,
  type TapeCall,
} from './cassette.ts';

const cassetteModes = ['record', 'replay', 'auto', 'passthrough'] as const;

/**
 * `record` replaces what an earlier run recorded of the same requests; `auto` replays what is there and records the rest;
 * `passthrough` does neither.
 */
export type CassetteMode = (typeof cassetteModes)[number];

/** Options of `withCassette`. */
export interface CassetteOptions {
  readonly mode: CassetteMode;
  readonly store: CassetteStore;
  /**
   * Computes what makes two requests equal. @default SHA-256 over provider, model and the redacted
   * request without metadata; a line also has to be of the same base URL and defaults, and except in
   * replay of the same account
   */
  readonly match?: (request: LlmRequest, client: LlmClient) => string;
  /** Runs over every string before it is stored; the client's own keys are removed besides. @default createSecretRedactor() of core */
  readonly redact?: (text: string) => string;
  /** Gets a warning about a torn last line. @default silentLogger */
  readonly logger?: Logger;
}

/**
 * Records calls to a cassette and replays them byte for byte: texts, deltas, usage, latency, order. In
 * replay the inner client is never called; a request that was not recorded is a `CassetteMissError` with
 * the nearest recorded one. Header values and keys are never stored. Calls that were aborted or refused
 * by a budget, or that failed with something else than an `LlmError`, are not recorded.
 *
 * A line also names the client that was asked, by hashes: base URL and defaults must be the same, and the account
 * too where a call may be made (`auto`). Lines of earlier versions name no client and fit every client.
 */
export function withCassette(options: CassetteOptions): Decorator {
  checkOptions(options, 'mode store match redact logger', 'withCassette(options)');
  const { mode, store, match, logger = silentLogger } = options;
  const { redact = createSecretRedactor() } = options;
  if (!cassetteModes.includes(mode)) {
    throw new InvalidArgumentError(
      `expected options.mode to be record, replay, auto or passthrough, got ${describeKind(mode)}`,
    );
  }
  checkMethods(
    store,
    'read',
    'options.store with read, append and replace',
    'use createMemoryCassetteStore() or createFileCassetteStore(path)',
  );
  checkPorts({ match, redact, logger }, { match: 'call', redact: 'call', logger: 'warn' });
  if (mode === 'passthrough') return (inner) => inner;
  const tape = createTape({
    store,
    logger,
    anyAccount: mode === 'replay',
    replaces: mode === 'record',
  });
  /** Returns the recorded line, or undefined when the call is to be made. */
  const find = async (call: TapeCall): Promise<CassetteLine | undefined> => {
    const line = mode === 'record' ? undefined : await tape.take(call);
    if (line === undefined && mode === 'replay') throw await tape.miss(call);
    return line;
  };

  return (inner) => {
    const facts = clientFacts(inner);
    const removeKeys = createKeyRemover(() => facts?.secrets() ?? []);
    const safe = (text: string): string => removeKeys(redact(text));
    // The key is made of what is stored, so it holds no trace of a secret, and a renewed key still replays.
    const callOf = (request: LlmRequest): TapeCall => {
      const neutral = neutralRequest(request, safe);
      const stored = { request: asRecord(neutral), redact: safe };
      if (match === undefined) {
        const key = neutralKey(inner, neutral);
        return { key, ...stored, ...withoutUndefined({ client: recordedClient(facts, key) }) };
      }
      const messages = request.messages.map(({ role, content }) => ({
        role,
        content: safe(content),
      }));
      return { key: match({ ...request, messages }, inner), ...stored };
    };
    return wrapClient(inner, {
      async generate(request, call) {
        const recorded = callOf(request);
        const line = await find(recorded);
        if (line !== undefined) return responseOf(line);
        const slot = tape.reserve(recorded);
        try {
          const response = await inner.generate(request, call);
          await slot.record({ response: withoutRaw(response) });
          return response;
        } catch (error) {
          await recordError(slot, error);
          throw error;
        }
      },
      async *stream(request, call, open) {
        const recorded = callOf(request);
        const line = await find(recorded);
        if (line !== undefined) {
          yield* replayLine(line);
          return;
        }
        const slot = tape.reserve(recorded);
        const deltas: string[] = [];
        try {
          for await (const event of open(request, call)) {
            if (event.type === 'delta') deltas.push(event.text);
            else await slot.record({ response: withoutRaw(event.response) }, deltas);
            yield event;
          }
        } catch (error) {
          await recordError(slot, error, deltas);
          throw error;
        } finally {
          // A stream that was left has no end to record; its slot must not hold back later calls.
          await slot.drop();
        }
      },
    });
  };
}

/** Keys are known only after the first call where a function gives them, and they may be renewed. */
function createKeyRemover(secrets: () => readonly string[]): (text: string) => string {
  let known = '';
  let remove = createSecretRedactor();
  return (text) => {
    const values = secrets();
    const now = values.join('\n');
    if (now !== known) remove = createSecretRedactor(values);
    known = now;
    return remove(text);
  };
}

/** The account is salted with the key, so that lines of one account do not show it. */
function recordedClient(facts: ClientFacts | undefined, key: string): RecordedClient | undefined {
  if (facts === undefined) return undefined;
  const { id, portable } = facts.account();
  const account = portable ? hashOf([key, id]).slice(0, shownHash) : undefined;
  return withoutUndefined({ server: facts.server().slice(0, shownHash), account });
}

/** Hexadecimal digits, enough to distinguish the clients of one cassette. */
const shownHash = 16;

/**
 * Returns a recorded call as a stream.
 *
 * @yields The recorded deltas, or the whole text as one when it was recorded without.
 */
function* replayLine(line: CassetteLine): Generator<LlmEvent, void, undefined> {
  if (line.deltas === undefined) {
    yield* replayResponse(responseOf(line));
    return;
  }
  for (const text of line.deltas) yield { type: 'delta', text };
  yield { type: 'end', response: responseOf(line) };
}

function responseOf(line: CassetteLine): LlmResponse {
  if ('error' in line.end) throw line.end.error;
  return line.end.response;
}

/** Errors that the caller caused are not answers of the provider. */
const unrecorded: ReadonlySet<LlmErrorKind> = new Set(['aborted', 'budget']);

async function recordError(
  slot: ReturnType<Tape['reserve']>,
  error: unknown,
  deltas?: readonly string[],
): Promise<void> {
  const isAnswer = LlmError.isInstance(error) && !unrecorded.has(error.kind);
  await (isAnswer ? slot.record({ error }, deltas) : slot.drop());
}

function withoutRaw(response: LlmResponse): LlmResponse {
  const { raw: _raw, ...rest } = response;
  return rest;
}
