import {
  InvalidArgumentError,
  isRecord,
  LlmError,
  type LlmClient,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  type Logger,
  silentLogger,
} from '@kanmon/core';
import { type Decorator, replayResponse, wrapClient } from '../decorators/decorator.ts';
import { neutralKey, neutralRequest } from '../decorators/request-key.ts';
import { redactSecrets } from '../errors/redact-secrets.ts';
import { describeValue } from '../support/describe-value.ts';
import { asRecord, type UnknownRecord } from '../support/read.ts';
import type { CassetteLine } from './cassette-line.ts';
import type { CassetteStore } from './cassette-store.ts';
import { createTape, type TapeSlot } from './create-tape.ts';

/** `auto` replays what is there and records the rest; `passthrough` does neither. */
export type CassetteMode = 'record' | 'replay' | 'auto' | 'passthrough';

/** Options of `withCassette`. */
export interface CassetteOptions {
  readonly mode: CassetteMode;
  readonly store: CassetteStore;
  /** What makes two requests the same. @default SHA-256 over provider, model and the redacted request without metadata */
  readonly match?: (request: LlmRequest, client: LlmClient) => string;
  /** Runs over every string before it is stored. @default redactSecrets */
  readonly redact?: (text: string) => string;
  /** Hears about a torn last line. @default silentLogger */
  readonly logger?: Logger;
}

const modes: ReadonlySet<unknown> = new Set([
  'record',
  'replay',
  'auto',
  'passthrough',
] satisfies CassetteMode[]);

/**
 * Records calls to a cassette and replays them byte for byte: texts, deltas, usage, latency, order. In
 * replay the inner client is never called; a request that was not recorded is a `CassetteMissError` with
 * the nearest recorded one. Header values and keys are never stored. Calls that were aborted or that
 * failed with something else than an `LlmError` are not recorded.
 */
export function withCassette(options: CassetteOptions): Decorator {
  const { mode, store, match, logger = silentLogger } = options;
  const { redact = redactDefault } = options;
  if (!modes.has(mode)) {
    throw new InvalidArgumentError(
      `expected options.mode to be record, replay, auto or passthrough, got ${describeValue(mode)}`,
    );
  }
  if (!isRecord(store) || typeof store.read !== 'function') {
    throw new InvalidArgumentError(
      `expected options.store with read, append and replace, got ${describeValue(store)}; use createMemoryCassetteStore() or createFileCassetteStore(path)`,
    );
  }
  if (mode === 'passthrough') return (inner) => inner;
  const tape = createTape({ store, redact, logger });

  /** The recorded line, or undefined when the call is to be made. */
  const find = async (key: string, stored: UnknownRecord): Promise<CassetteLine | undefined> => {
    const line = mode === 'record' ? undefined : await tape.take(key);
    if (line === undefined && mode === 'replay') throw await tape.miss(key, stored);
    return line;
  };

  return (inner) => {
    // The key is made of what is stored, so it holds no trace of a secret, and a renewed key still replays.
    const keyOf = (request: LlmRequest): { key: string; stored: UnknownRecord } => {
      const neutral = neutralRequest(request, redact);
      const stored = asRecord(neutral);
      if (match === undefined) return { key: neutralKey(inner, neutral), stored };
      const messages = request.messages.map((message) => ({
        ...message,
        content: redact(message.content),
      }));
      return { key: match({ ...request, messages }, inner), stored };
    };
    return wrapClient(inner, {
      async generate(request, call) {
        const { key, stored } = keyOf(request);
        const line = await find(key, stored);
        if (line !== undefined) return responseOf(line);
        const slot = tape.reserve(key, stored);
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
        const { key, stored } = keyOf(request);
        const line = await find(key, stored);
        if (line !== undefined) yield* replayLine(line);
        else yield* recordEvents(tape.reserve(key, stored), open(request, call));
      },
    });
  };
}

const redactDefault = (text: string): string => redactSecrets(text);

/**
 * Passes a stream on and records it when it has ended.
 *
 * @yields What `events` yields.
 */
async function* recordEvents(
  slot: TapeSlot,
  events: AsyncIterable<LlmEvent>,
): AsyncGenerator<LlmEvent, void, undefined> {
  const deltas: string[] = [];
  try {
    for await (const event of events) {
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
}

/**
 * A recorded call as a stream.
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

async function recordError(
  slot: TapeSlot,
  error: unknown,
  deltas?: readonly string[],
): Promise<void> {
  if (LlmError.isInstance(error) && error.kind !== 'aborted') await slot.record({ error }, deltas);
  else await slot.drop();
}

function withoutRaw(response: LlmResponse): LlmResponse {
  const { raw: _raw, ...rest } = response;
  return rest;
}
