import { type Clock, type KanmonError, systemClock, systemTimer } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { IterationPolicy } from '../entities/iteration-policy.ts';
import type { FetchResult, NewFetchLog } from '../entities/manuscript-fetch-log.ts';
import {
  ManuscriptCacheMissError,
  ManuscriptHashMismatchError,
  ManuscriptStorageError,
  ManuscriptUploadPendingError,
} from '../errors/manuscript-errors.ts';
import { defaultQcCodes, type QcCodeMap, toQcCode } from '../errors/qc-codes.ts';
import type { Sleep } from '../store/types.ts';
import { hashText } from '../text/hash-text.ts';

/** Gives the text with this hash, or null when it has none. */
export type ManuscriptSource = (
  hash: string,
  options: { readonly signal: AbortSignal },
) => Promise<string | null>;

/** Sources by tool id; the three of the seed come first, whatever the order of writing. */
export interface ManuscriptSources {
  readonly fetch_artifact?: ManuscriptSource;
  readonly read_snapshot?: ManuscriptSource;
  readonly request_manual_upload?: ManuscriptSource;
  readonly [toolId: string]: ManuscriptSource | undefined;
}

/** One try, as it is logged. */
export type FetchAttempt = NewFetchLog & { readonly at: string };

/** What came of a fetch. */
export type FetchAnswer =
  | {
      readonly ok: true;
      readonly text: string;
      readonly tool_id: string;
      readonly log: readonly FetchAttempt[];
    }
  | {
      readonly ok: false;
      readonly error: KanmonError;
      readonly qc_code: string;
      readonly log: readonly FetchAttempt[];
    };

/** Options of `createManuscriptReader`. */
export interface ManuscriptReaderOptions {
  readonly sources: ManuscriptSources;
  readonly sleep?: Sleep;
  readonly clock?: Clock;
  /** Its time budget cuts repeats short. */
  readonly policy?: Pick<IterationPolicy, 'time_budget_sec'>;
  /** Tool that goes first, from the session's history. */
  readonly preferred?: string;
  /** Milliseconds one try may take. @default 10_000 */
  readonly timeoutMs?: number;
  readonly qcCodes?: QcCodeMap;
  readonly onLog?: (attempt: FetchAttempt) => void;
}

const readerOptions: OptionNames<ManuscriptReaderOptions> = {
  sources: true,
  sleep: true,
  clock: true,
  policy: true,
  preferred: true,
  timeoutMs: true,
  qcCodes: true,
  onLog: true,
};

/** Gets manuscripts by their hash. */
export interface ManuscriptReader {
  /** Rejects only when `signal` is aborted. */
  fetch(hash: string, options?: { readonly signal?: AbortSignal }): Promise<FetchAnswer>;
}

/** Seed section 3: fetch_artifact, read_snapshot, request_manual_upload. */
const seedOrder = ['fetch_artifact', 'read_snapshot', 'request_manual_upload'];
const uploadTool = 'request_manual_upload';
/** Seed section 3: at most three repeats, after 1 s, 2 s and 4 s. */
const repeatDelaysMs = [1_000, 2_000, 4_000];

/** The most telling error wins: what was wrong with a text says more than that there was none. */
const tellingOrder = ['hash_mismatch', 'pending_upload', 'storage_error', 'miss'] as const;
type Failure = (typeof tellingOrder)[number];

type TryResult =
  | { readonly result: 'success'; readonly text: string }
  | { readonly result: Exclude<FetchResult, 'success'> };

/** A reader that tries its sources in order, checks every hash and remembers which tool worked. */
export function createManuscriptReader(options: ManuscriptReaderOptions): ManuscriptReader {
  checkOptions(options, readerOptions, 'createManuscriptReader(options)');
  const {
    sources,
    clock = systemClock,
    policy,
    timeoutMs = 10_000,
    qcCodes = defaultQcCodes,
    onLog,
  } = options;
  const sleep: Sleep =
    options.sleep ?? ((ms, sleepOptions) => systemTimer.sleep(ms, sleepOptions?.signal));
  const budgetMs =
    policy?.time_budget_sec === undefined || policy.time_budget_sec === null
      ? Number.POSITIVE_INFINITY
      : policy.time_budget_sec * 1_000;
  let { preferred } = options;

  return {
    async fetch(hash, fetchOptions = {}) {
      checkOptions(fetchOptions, { signal: true }, 'fetch(hash, options)');
      const { signal = new AbortController().signal } = fetchOptions;
      const log: FetchAttempt[] = [];
      const failures = new Set<Failure>();
      const begin = clock.now().getTime();
      const attempt = async (toolId: string, source: ManuscriptSource): Promise<TryResult> => {
        const start = clock.now();
        const outcome = await tryOnce(source, toolId, hash, timeoutMs, signal);
        signal.throwIfAborted();
        const row: FetchAttempt = {
          manuscript_hash: hash,
          tool_id: toolId,
          result: outcome.result,
          latency_ms: Math.max(0, clock.now().getTime() - start.getTime()),
          attempt_index: log.length + 1,
          qc_code: outcome.result === 'success' ? null : qcOf(outcome.result, hash, qcCodes),
          at: start.toISOString(),
        };
        log.push(row);
        onLog?.(row);
        return outcome;
      };

      for (const [toolId, source] of orderedSources(sources, preferred)) {
        let outcome = await attempt(toolId, source);
        for (const delay of repeatDelaysMs) {
          if (outcome.result !== 'storage_error' && outcome.result !== 'timeout') break;
          if (clock.now().getTime() - begin + delay > budgetMs) break;
          await sleep(delay, { signal });
          signal.throwIfAborted();
          outcome = await attempt(toolId, source);
        }
        if (outcome.result === 'success') {
          preferred = toolId;
          return { ok: true, text: outcome.text, tool_id: toolId, log };
        }
        failures.add(outcome.result === 'timeout' ? 'storage_error' : outcome.result);
        // Now it is the user's turn; asking further sources would only hide that.
        if (outcome.result === 'pending_upload') break;
      }
      const telling = tellingOrder.find((failure) => failures.has(failure)) ?? 'miss';
      const error = errorOf(telling, hash);
      return { ok: false, error, qc_code: toQcCode(error, qcCodes) ?? '', log };
    },
  };
}

function orderedSources(
  sources: ManuscriptSources,
  preferred: string | undefined,
): [string, ManuscriptSource][] {
  const others = Object.keys(sources).filter((toolId) => !seedOrder.includes(toolId));
  const order = [...seedOrder, ...others];
  const first = preferred !== undefined && Object.hasOwn(sources, preferred) ? [preferred] : [];
  return [...new Set([...first, ...order])].flatMap((toolId): [string, ManuscriptSource][] => {
    const source = Object.hasOwn(sources, toolId) ? sources[toolId] : undefined;
    return source === undefined ? [] : [[toolId, source]];
  });
}

async function tryOnce(
  source: ManuscriptSource,
  toolId: string,
  hash: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<TryResult> {
  signal.throwIfAborted();
  const timeout = new AbortController();
  const stop = (): void => timeout.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timedOut = Symbol('timed out');
  try {
    const text = await Promise.race([
      source(hash, { signal: timeout.signal }),
      systemTimer.sleep(timeoutMs, timeout.signal).then(() => timedOut),
    ]);
    if (typeof text === 'symbol') return { result: 'timeout' };
    if (text === null) return { result: toolId === uploadTool ? 'pending_upload' : 'miss' };
    return hashText(text) === hash ? { result: 'success', text } : { result: 'hash_mismatch' };
  } catch {
    return { result: 'storage_error' };
  } finally {
    signal.removeEventListener('abort', stop);
    timeout.abort();
  }
}

function errorOf(failure: Failure, manuscriptHash: string): KanmonError {
  const short = `${manuscriptHash.slice(0, 12)}...`;
  if (failure === 'hash_mismatch') {
    return new ManuscriptHashMismatchError(
      `a source gave another text than the manuscript ${short}; the text was dropped, check the source`,
      { manuscriptHash },
    );
  }
  if (failure === 'pending_upload') {
    return new ManuscriptUploadPendingError(
      `manuscript ${short} was asked for and is not uploaded yet; go on when it is there`,
      { manuscriptHash },
    );
  }
  if (failure === 'storage_error') {
    return new ManuscriptStorageError(
      `no source could read manuscript ${short}; see the fetch log, try again later`,
      { manuscriptHash },
    );
  }
  return new ManuscriptCacheMissError(
    `no source has manuscript ${short}; add a source or upload it`,
    { manuscriptHash },
  );
}

function qcOf(
  result: Exclude<FetchResult, 'success'>,
  hash: string,
  qcCodes: QcCodeMap,
): string | null {
  const error = errorOf(result === 'timeout' ? 'storage_error' : result, hash);
  return toQcCode(error, qcCodes) ?? null;
}
