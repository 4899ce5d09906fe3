import {
  type LlmCallOptions,
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  type Logger,
  silentLogger,
} from '@kanmon/core';
import { checkPorts, copyFrozen, openCallBounds, optionError } from '@kanmon/core/kit';
import { checkMethods, checkOptions, checkNumbers } from '../wire/check-options.ts';
import { timeOf } from '../wire/adapter-defaults.ts';
import { requestKey } from '../wire/client-facts.ts';
import { member, notify } from '../wire/read.ts';
import type { EventStream } from '../wire/wire.ts';
import { createFlights } from './create-flights.ts';
import { type Decorator, replayResponse, type TimeOptions, wrapClient } from './decorator.ts';

/** A stored answer. */
export interface CacheEntry {
  readonly response: LlmResponse;
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

/** Stores answers; any key-value store fits. Where it throws or hangs, the model is asked as without a cache. */
export interface CacheStore {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): void | Promise<void>;
}

/** Creates a cache in memory that forgets the entry used longest ago. @default maxEntries 1000 */
export function createMemoryCache(options: { readonly maxEntries?: number } = {}): CacheStore {
  checkOptions(options, 'maxEntries', 'createMemoryCache(options)');
  const { maxEntries = 1000 } = options;
  checkNumbers({ maxEntries }, { least: 1, whole: true });
  // A map keeps insertion order, so re-inserting on use makes the first key the oldest.
  const entries = new Map<string, CacheEntry>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set(key, entry) {
      entries.delete(key);
      entries.set(key, copyFrozen(entry));
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && oldest.done !== true) entries.delete(oldest.value);
    },
  };
}

/** Options of `withCache`. */
export interface CacheOptions extends TimeOptions {
  readonly store: CacheStore;
  /** An entry is too old at exactly this age. @default never */
  readonly ttlMs?: number;
  /** The longest wait for the store in milliseconds; at most half of the time up to the deadline. @default 1000 */
  readonly storeMs?: number;
  /** @default requestKey: provider, model, base URL, defaults, account and the request without metadata */
  readonly key?: (request: LlmRequest, client: LlmClient) => string;
  /** A further condition for an answer to be stored, and to be given from the store. */
  readonly onlyIf?: (request: LlmRequest, response: LlmResponse) => boolean;
  /** Gets a warning for each failure of the store. @default silentLogger */
  readonly logger?: Logger;
}

/** A response from the cache: nothing was spent now, `cachedUsage` was when it was made. */
export type CachedResponse = LlmResponse & Required<Pick<LlmResponse, 'cachedUsage'>>;

/**
 * Answers equal requests from a store. Only answers with finish `stop` are kept; errors never are. Equal
 * calls at one time share one call to the inner client; one that is aborted leaves, the others stay. The shared
 * call is read at its own pace: a stream that a caller stops reading holds up no other. A hit
 * has `latencyMs` 0, no usage, the warning `cache-hit` and the original usage in `cachedUsage`.
 *
 * A cache knows no verdicts: an answer that a gate refused is kept too, and an equal run gets it again. To
 * keep only answers that pass, use `onlyIf: (_request, { text }) => gate.read(text, context).ok`.
 *
 * A client with a key function counts as one account: where the function returns keys of several tenants, create a
 * client for each, or name the tenant in `key`.
 *
 * A store that fails, or does not answer within `storeMs`, fails no call: the model is asked, its answer is
 * returned, and `logger` gets the error.
 */
export function withCache(options: CacheOptions): Decorator {
  checkOptions(options, 'store ttlMs storeMs key onlyIf logger clock timer', 'withCache(options)');
  const { store, ttlMs = Infinity, key = defaultKey, onlyIf = () => true } = options;
  const { storeMs = 1000, logger = silentLogger } = options;
  const { clock, timer, now } = timeOf(options);
  checkMethods(store, 'get set', 'options.store with get and set', 'use createMemoryCache()');
  checkPorts({ key, onlyIf, logger }, { key: 'call', onlyIf: 'call', logger: 'warn' });
  checkNumbers({ ttlMs }, { least: 0 });
  checkNumbers({ storeMs }, { least: 1 });

  /** Waits for a store up to `storeMs`, and at most half of the time that the call has left: the rest is for the model. */
  const waitFor = async <T>(work: T | Promise<T>, call: LlmCallOptions): Promise<T> => {
    if (typeof member(work, 'then') !== 'function') return work;
    const result = Promise.resolve(work);
    // The bounds may be over already: then no one waits for it.
    result.catch(() => undefined);
    const startedAt = now();
    const { signal, deadline = Infinity } = call;
    const end = Math.min(startedAt + storeMs, (startedAt + deadline) / 2);
    const limits = end === Infinity ? { signal } : { signal, deadline: end };
    const bounds = openCallBounds({ provider: 'the cache', clock, timer, ...limits });
    try {
      return await bounds.race(() => result);
    } finally {
      bounds.close();
    }
  };

  /** An answer that was paid for must not be lost to its cache. */
  const attempt = async <T>(step: string, use: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await use();
    } catch (error) {
      notify(() =>
        logger.warn(
          { error },
          `the cache could not ${step} an answer; the model answers without it`,
        ),
      );
      return undefined;
    }
  };
  const keyOf = (request: LlmRequest, client: LlmClient): string => {
    const id: unknown = key(request, client);
    // Requests without a key would share one answer.
    if (typeof id === 'string' && id.trim() !== '') return id;
    throw optionError('key', 'a function that returns a text that is not blank', id);
  };
  const find = (
    id: string,
    request: LlmRequest,
    call: LlmCallOptions,
  ): Promise<CachedResponse | undefined> =>
    attempt('read', async () => {
      const entry = await waitFor(store.get(id), call);
      if (entry === undefined || now() - entry.storedAt >= ttlMs) return undefined;
      return onlyIf(request, entry.response) ? asHit(entry.response) : undefined;
    });
  const keep = (
    id: string,
    request: LlmRequest,
    response: LlmResponse,
    call: LlmCallOptions,
  ): Promise<void> =>
    attempt('store', async () => {
      if (response.finish !== 'stop' || !onlyIf(request, response)) return;
      const { raw: _raw, ...storable } = response;
      await waitFor(store.set(id, { response: storable, storedAt: now() }), call);
    });

  const hasTimeLeft = ({ signal, deadline = Infinity }: LlmCallOptions): boolean =>
    signal?.aborted !== true && now() < deadline;

  return (inner) => {
    const { provider } = inner;
    const flights = createFlights({ provider, clock, timer });

    /**
     * Reads the call under way for `id`, or starts one with `open`; ends with the caller's own bounds.
     *
     * @yields In `stream` the events of the call, in `generate` only its end.
     */
    async function* share(
      id: string,
      request: LlmRequest,
      call: LlmCallOptions,
      source: {
        readonly mode: 'generate' | 'stream';
        readonly open: (shared: LlmCallOptions) => AsyncIterable<LlmEvent>;
      },
    ): EventStream {
      const bounds = openCallBounds({ provider, clock, timer, ...call });
      const { deadline = Infinity } = call;
      const running = flights.find(id);
      const flight =
        running ??
        flights.start(id, {
          deadline,
          open: (signal) => source.open({ ...call, signal }),
          ended: (response) => keep(id, request, response, call),
        });
      // The first caller's deadline may end the shared call; another one is then asked again, unless it has deltas.
      const isLive = source.mode === 'stream' && deadline <= flight.deadline;
      let read = 0;
      const lastEvents = (response: LlmResponse): Iterable<LlmEvent> => {
        const own = running === undefined ? response : asHit(response);
        const isWhole = source.mode === 'generate' || (isLive && read > 0);
        return isWhole ? [{ type: 'end', response: own }] : replayResponse(own);
      };
      flight.join();
      try {
        for (;;) {
          const part = await bounds.race(() => flight.part(read));
          if (part.type === 'end') {
            yield* lastEvents(part.response);
            return;
          }
          read += 1;
          if (isLive) yield part;
        }
      } catch (error) {
        // Only the store was still to be waited for.
        const end = flight.endAt(read);
        if (end !== undefined) yield* lastEvents(end.response);
        else if (
          running !== undefined &&
          !(isLive && read > 0) &&
          endedByLeader(error) &&
          hasTimeLeft(call)
        ) {
          yield* share(id, request, call, source);
        } else throw error;
      } finally {
        flight.leave();
        bounds.close();
      }
    }

    return wrapClient(inner, {
      async generate(request, call) {
        const id = keyOf(request, inner);
        const hit = await find(id, request, call);
        if (hit !== undefined) return hit;
        const open = (shared: LlmCallOptions) => wholeAnswer(inner, request, shared);
        return responseOf(share(id, request, call, { mode: 'generate', open }));
      },
      async *stream(request, call, open) {
        const id = keyOf(request, inner);
        const hit = await find(id, request, call);
        if (hit !== undefined) yield* replayResponse(hit);
        else {
          const openInner = (shared: LlmCallOptions) => open(request, shared);
          yield* share(id, request, call, { mode: 'stream', open: openInner });
        }
      },
    });
  };
}

/**
 * Returns the answer of a client that does not stream.
 *
 * @yields The end alone, so that a caller in one piece gets exactly what the client returned.
 */
async function* wholeAnswer(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
): EventStream {
  yield { type: 'end', response: await client.generate(request, options) };
}

async function responseOf(events: EventStream): Promise<LlmResponse> {
  for await (const event of events) if (event.type === 'end') return event.response;
  throw new LlmError('the call ended without an answer', { kind: 'protocol' });
}

const defaultKey = (request: LlmRequest, client: LlmClient): string => requestKey(client, request);

function asHit(response: LlmResponse): CachedResponse {
  return {
    ...response,
    latencyMs: 0,
    usage: {},
    cachedUsage: response.usage,
    warnings: [...response.warnings, 'cache-hit'],
  };
}

function endedByLeader(error: unknown): boolean {
  return LlmError.isInstance(error) && (error.kind === 'timeout' || error.kind === 'aborted');
}
