import { type Clock, type KanmonError, systemClock, systemTimer, type Timer } from '@kanmon/core';
import { checkArgument, checkOptions, checkPorts, optionError } from '@kanmon/core/kit';
import type { IterationPolicy } from '../entities/session.ts';
import type { NewFetchLog } from '../entities/step-log.ts';
import {
  ManuscriptCacheMissError,
  ManuscriptHashMismatchError,
  ManuscriptStorageError,
  ManuscriptUploadPendingError,
} from '../errors/errors.ts';
import { defaultQcCodes, type QcCodeMap, toQcCode } from '../errors/qc-codes.ts';
import { hashText } from '../text/hashes.ts';

/** Returns the text with this hash, or null when the source does not have it. */
export type ManuscriptSource = (
  hash: string,
  options: { readonly signal: AbortSignal },
) => Promise<string | null>;

/** Sources by tool id; the three named ones come first, whatever the order of the members. */
export interface ManuscriptSources {
  readonly fetch_artifact?: ManuscriptSource;
  readonly read_snapshot?: ManuscriptSource;
  readonly request_manual_upload?: ManuscriptSource;
  readonly [toolId: string]: ManuscriptSource | undefined;
}

/** One try, as it is logged. */
export type FetchAttempt = NewFetchLog & { readonly at: string };

/** The result of a fetch. */
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
  readonly timer?: Timer;
  readonly clock?: Clock;
  /** Its time budget cuts repeats short. */
  readonly policy?: Pick<IterationPolicy, 'time_budget_sec'>;
  /** Tool that goes first, from the session's history. */
  readonly preferred?: string;
  /** Milliseconds one try may take. @default 10_000 */
  readonly timeoutMs?: number;
  readonly qcCodes?: QcCodeMap;
  /** An error of the listener does not fail the fetch. */
  readonly onLog?: (attempt: FetchAttempt) => void;
}

/** Reads manuscripts by their hash. */
export interface ManuscriptReader {
  /** Rejects only when `signal` is aborted, and for misuse. */
  fetch(hash: string, options?: { readonly signal?: AbortSignal }): Promise<FetchAnswer>;
}

const firstTools = ['fetch_artifact', 'read_snapshot', 'request_manual_upload'];
const uploadTool = 'request_manual_upload';
/** Pauses before the repeats of a source that failed; three repeats at most. */
const repeatDelaysMs = [1_000, 2_000, 4_000];

/** The errors of a fetch. The first in this order is reported: a wrong text is worse than a missing one. */
const failures = {
  hash_mismatch: [
    ManuscriptHashMismatchError,
    (short: string) =>
      `a source returned another text than the manuscript ${short}; the text was dropped, check the source`,
  ],
  pending_upload: [
    ManuscriptUploadPendingError,
    (short: string) =>
      `manuscript ${short} was asked for and is not uploaded yet; continue after the upload`,
  ],
  storage_error: [
    ManuscriptStorageError,
    (short: string) =>
      `no source could read manuscript ${short}; see the fetch log, try again later`,
  ],
  miss: [
    ManuscriptCacheMissError,
    (short: string) => `no source has manuscript ${short}; add a source or upload it`,
  ],
} as const;
type Failure = keyof typeof failures;

type TryResult =
  | { readonly result: 'success'; readonly text: string }
  | { readonly result: Failure | 'timeout' };

/** Creates a reader that tries its sources in order, checks every hash and remembers which tool worked. */
export function createManuscriptReader(options: ManuscriptReaderOptions): ManuscriptReader {
  checkOptions(
    options,
    'sources timer clock policy preferred timeoutMs qcCodes onLog',
    'createManuscriptReader(options)',
  );
  const {
    sources,
    clock = systemClock,
    timer = systemTimer,
    policy,
    timeoutMs = 10_000,
    qcCodes = defaultQcCodes,
    onLog,
  } = options;
  const budgetMs = (policy?.time_budget_sec ?? Number.POSITIVE_INFINITY) * 1_000;
  let { preferred } = options;
  checkArgument('options.sources', 'an object', sources);
  for (const [toolId, source] of Object.entries(sources))
    if (source !== undefined && typeof source !== 'function')
      throw optionError(`sources.${toolId}`, 'a function', source);
  checkPorts(options, { clock: 'now', timer: 'sleep', onLog: 'call' });
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw optionError('timeoutMs', 'a number of milliseconds above 0', timeoutMs);
  /** The text matters more than who logs the tries. */
  const tellLog = (attempt: FetchAttempt): void => {
    try {
      onLog?.(attempt);
    } catch {
      // The attempt is in the answer too.
    }
  };

  return {
    async fetch(hash, fetchOptions = {}) {
      checkOptions(fetchOptions, 'signal', 'fetch(hash, options)');
      checkArgument('hash of fetch', 'a text', hash);
      const { signal = new AbortController().signal } = fetchOptions;
      const log: FetchAttempt[] = [];
      const failed = new Set<Failure>();
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
          qc_code: 'text' in outcome ? null : (qcOf(failureOf(outcome.result), hash) ?? null),
          at: start.toISOString(),
        };
        log.push(row);
        tellLog(row);
        return outcome;
      };

      for (const [toolId, source] of orderedSources(sources, preferred)) {
        let outcome = await attempt(toolId, source);
        for (const delay of repeatDelaysMs) {
          if (outcome.result !== 'storage_error' && outcome.result !== 'timeout') break;
          if (clock.now().getTime() - begin + delay > budgetMs) break;
          await timer.sleep(delay, signal);
          signal.throwIfAborted();
          outcome = await attempt(toolId, source);
        }
        if (outcome.result === 'success') {
          preferred = toolId;
          return { ok: true, text: outcome.text, tool_id: toolId, log };
        }
        failed.add(failureOf(outcome.result));
        // It is the user's turn; asking further sources would only hide that.
        if (outcome.result === 'pending_upload') break;
      }
      // The keys of the table are the order of the report.
      const order = Object.keys(failures) as Failure[];
      const reported = order.find((failure) => failed.has(failure)) ?? 'miss';
      return {
        ok: false,
        error: errorOf(reported, hash),
        qc_code: qcOf(reported, hash) ?? '',
        log,
      };
    },
  };

  function qcOf(failure: Failure, hash: string): string | undefined {
    return toQcCode(errorOf(failure, hash), qcCodes);
  }
}

function orderedSources(
  sources: ManuscriptSources,
  preferred: string | undefined,
): [string, ManuscriptSource][] {
  const others = Object.keys(sources).filter((toolId) => !firstTools.includes(toolId));
  const order = [...firstTools, ...others];
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
  const finished = new AbortController();
  const stopped = AbortSignal.any([signal, finished.signal]);
  try {
    const found = await Promise.race([
      Promise.resolve(source(hash, { signal: stopped })).then((text) => ({ text })),
      systemTimer.sleep(timeoutMs, stopped).then(() => 'timeout' as const),
    ]);
    if (found === 'timeout') return { result: 'timeout' };
    const { text } = found;
    if (text === null) return { result: toolId === uploadTool ? 'pending_upload' : 'miss' };
    return hashText(text) === hash ? { result: 'success', text } : { result: 'hash_mismatch' };
  } catch {
    return { result: 'storage_error' };
  } finally {
    finished.abort();
  }
}

/** A source that is too slow counts as one that failed. */
function failureOf(result: Failure | 'timeout'): Failure {
  return result === 'timeout' ? 'storage_error' : result;
}

function errorOf(failure: Failure, manuscriptHash: string): KanmonError {
  const [ManuscriptError, message] = failures[failure];
  return new ManuscriptError(message(`${manuscriptHash.slice(0, 12)}...`), { manuscriptHash });
}
