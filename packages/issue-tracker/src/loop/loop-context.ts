import { type JsonValue, KanmonError } from '@kanmon/core';
import type { OptionNames } from '@kanmon/core/kit';
import { ManuscriptCacheMissError, ManuscriptHashMismatchError } from '../errors/errors.ts';
import type { SessionView } from '../history/session-state.ts';
import { redactExcerpts } from '../manuscript/redact-excerpts.ts';
import type { Transaction } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import type { FixLoopSettings, FixLoopState } from './types.ts';

/** What the five nodes share: settings, texts already read, keys of effects. */
export interface LoopContext {
  readonly settings: FixLoopSettings;
  readonly signal: AbortSignal;
  readonly salt: string | undefined;
  now(): number;
  /** Key of an effect of this round. */
  key(state: FixLoopState, node: string, issueId?: string): string;
  once<T extends JsonValue>(
    key: string,
    body: (transaction: Transaction) => T | Promise<T>,
  ): Promise<T>;
  /** Not under a key: for what a rerun may find done, and must be able to see. */
  transaction<T>(body: (transaction: Transaction) => T | Promise<T>): Promise<T>;
  recall(key: string): JsonValue | undefined;
  view(): Promise<SessionView>;
  /** The manuscript with this hash. Throws the manuscript errors. */
  readText(hash: string): Promise<string>;
  /** The same, or null when nobody has it. */
  readTextIfKept(hash: string): Promise<string | null>;
  writeText(
    text: string,
  ): Promise<{ readonly manuscript_hash: string; readonly manuscript_version_id: string }>;
  /** Free text without any quotation of the manuscripts this loop has seen. */
  redact(freeText: string, ...moreTexts: readonly string[]): string;
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

/** The context of one run of the loop. */
export function createLoopContext(settings: FixLoopSettings): LoopContext {
  const { workflow, session, ports, clock = workflow.clock } = settings;
  const signal = settings.signal ?? new AbortController().signal;
  const texts = new Map<string, string>();

  const readTextIfKept = async (hash: string): Promise<string | null> => {
    const known = texts.get(hash);
    if (known !== undefined) return known;
    const text = await ports.manuscripts.read(hash);
    if (text === null) return null;
    // Not kept: a text under a wrong hash is dropped. It is still not to be quoted in the error.
    if (hashText(text) !== hash) {
      throw new ManuscriptHashMismatchError(
        `the manuscript port gave another text than ${hash.slice(0, 12)}...; check where it reads from`,
        { manuscriptHash: hash },
      );
    }
    texts.set(hash, text);
    return text;
  };
  const redact = (freeText: string, ...moreTexts: readonly string[]): string =>
    redactExcerpts(freeText, [...texts.values(), ...moreTexts]);

  return {
    settings,
    signal,
    salt: settings.remap?.salt,
    now: () => clock.now().getTime(),
    key: (state, node, issueId) =>
      [
        session.sessionId,
        settings.run_id === undefined ? state.start_hash : `${state.start_hash}~${settings.run_id}`,
        state.iteration,
        node,
        ...(issueId === undefined ? [] : [issueId]),
      ].join('/'),
    once: (key, body) => {
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
          if (!isStoreError(error) && !signal.aborted) {
            await workflow.transaction(session, (transaction) => {
              transaction.recordError(redacted(error, redact));
              transaction.setStatus('failed');
            });
          }
        } finally {
          // A store that cannot write keeps the lock until it expires; the first error matters more.
          await workflow.unlock(session).catch(() => undefined);
        }
        throw error;
      }
    },
  };
}

/** With a store that refuses to write, writing down the error would only hide it. */
function isStoreError(error: unknown): boolean {
  return KanmonError.isInstance(error) && storeErrors.has(error.code);
}

const storeErrors: ReadonlySet<string> = new Set([
  'fenced',
  'version-conflict',
  'issue-session-locked',
  'issue-state-persistence',
]);

/** The error for the record: same code and causes, a message that quotes no manuscript. */
function redacted(error: unknown, redact: (text: string) => string): Error {
  const message =
    error instanceof Error ? redact(error.message) : 'a value that is no error was thrown';
  const record = new Error(message, { cause: error });
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  record.name = error instanceof Error ? error.name : 'Error';
  return typeof code === 'string' ? Object.assign(record, { code }) : record;
}

/** A member of an effect's recorded output; null when the record has no such member. */
export function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, name) ?? null) : null;
}
