import { type JsonValue, KanmonError } from '@kanmon/core';
import type { OptionNames } from '@kanmon/core/kit';
import { ManuscriptCacheMissError, ManuscriptHashMismatchError } from '../errors/errors.ts';
import type { SessionView } from '../history/session-state.ts';
import { redactExcerpts } from '../manuscript/redact-excerpts.ts';
import { describeError } from '../store/transaction.ts';
import type { Transaction } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import type { FixLoopPorts, FixLoopSettings, FixLoopState } from './types.ts';

/** The settings, texts and effect keys that the five nodes share. */
export interface LoopContext {
  readonly settings: FixLoopSettings;
  readonly signal: AbortSignal;
  readonly salt: string | undefined;
  now(): number;
  /** Returns the key of an effect of this round. */
  key(state: FixLoopState, node: string, issueId?: string): string;
  once<T extends JsonValue>(
    key: string,
    body: (transaction: Transaction) => T | Promise<T>,
  ): Promise<T>;
  /** Runs a transaction without a key: for changes that a rerun detects as done. */
  transaction<T>(body: (transaction: Transaction) => T | Promise<T>): Promise<T>;
  recall(key: string): JsonValue | undefined;
  view(): Promise<SessionView>;
  /** Returns the manuscript with this hash. Throws the manuscript errors. */
  readText(hash: string): Promise<string>;
  /** Returns the manuscript with this hash, or null when the port does not have it. */
  readTextIfKept(hash: string): Promise<string | null>;
  writeText(text: string): ReturnType<FixLoopPorts['manuscripts']['write']>;
  /** Returns free text without any quotation of the manuscripts that this loop has read. */
  redact(freeText: string): string;
  /**
   * Runs a node. An error is recorded with its quality-check code, the episode's lock is released, and
   * the error is thrown on.
   */
  guard<T>(body: () => Promise<T>): Promise<T>;
}

/** Names of the options of both engines. */
export const loopSettings: OptionNames<FixLoopSettings> = {
  workflow: true,
  session: true,
  ports: true,
  step_ids: true,
  category_tool_map: true,
  remap: true,
  clock: true,
  signal: true,
  run_id: true,
};

/** Codes of a store that refuses to write: recording such an error would only hide it. */
const storeErrors: ReadonlySet<string> = new Set([
  'fenced',
  'version-conflict',
  'issue-session-locked',
  'issue-state-persistence',
]);

/** Creates the context of one run of the loop. */
export function createLoopContext(settings: FixLoopSettings): LoopContext {
  const { workflow, session, ports, clock = workflow.clock, run_id: runId } = settings;
  const signal = settings.signal ?? new AbortController().signal;
  const texts = new Map<string, string>();

  const readTextIfKept = async (hash: string): Promise<string | null> => {
    const known = texts.get(hash);
    if (known !== undefined) return known;
    const text = await ports.manuscripts.read(hash);
    if (text === null) return null;
    if (hashText(text) !== hash) {
      throw new ManuscriptHashMismatchError(
        `the manuscript port gave another text than ${hash.slice(0, 12)}...; check where it reads from`,
        { manuscriptHash: hash },
      );
    }
    texts.set(hash, text);
    return text;
  };
  const redact = (freeText: string): string => redactExcerpts(freeText, [...texts.values()]);

  const recordFailure = async (error: unknown): Promise<void> => {
    const isStoreError = KanmonError.isInstance(error) && storeErrors.has(error.code);
    if (isStoreError || signal.aborted) return;
    const { code, message } = describeError(error);
    const record = Object.assign(new Error(redact(message), { cause: error }), { code });
    await workflow.transaction(session, (transaction) => {
      transaction.recordError(record);
      transaction.setStatus('failed');
    });
  };

  return {
    settings,
    signal,
    salt: settings.remap?.salt,
    now: () => clock.now().getTime(),
    key(state, node, issueId) {
      const run = runId === undefined ? state.start_hash : `${state.start_hash}~${runId}`;
      const key = [session.sessionId, run, state.iteration, node].join('/');
      return issueId === undefined ? key : `${key}/${issueId}`;
    },
    once(key, body) {
      signal.throwIfAborted();
      return workflow.once(session, key, body);
    },
    transaction: (body) => workflow.transaction(session, body),
    recall: (key) => workflow.recall(session, key),
    view: () => workflow.transaction(session, ({ view }) => view),
    readTextIfKept,
    async readText(hash) {
      const text = await readTextIfKept(hash);
      if (text !== null) return text;
      throw new ManuscriptCacheMissError(
        `the manuscript port has no text for ${hash.slice(0, 12)}...; write the manuscript before the loop starts`,
        { manuscriptHash: hash },
      );
    },
    async writeText(text) {
      const hash = hashText(text);
      const written = await ports.manuscripts.write(text);
      if (written.manuscript_hash !== hash) {
        throw new ManuscriptHashMismatchError(
          `the manuscript port wrote ${hash.slice(0, 12)}... under another hash; it must give the SHA-256 of the text`,
          { manuscriptHash: hash },
        );
      }
      texts.set(hash, text);
      return written;
    },
    redact,
    async guard(body) {
      try {
        return await body();
      } catch (error) {
        try {
          await recordFailure(error);
        } finally {
          // A store that cannot write keeps the lock until it expires; the first error matters more.
          await workflow.unlock(session).catch(() => undefined);
        }
        throw error;
      }
    },
  };
}

/** Returns a member of an effect's recorded output; null when the record has no such member. */
export function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, name) ?? null) : null;
}
