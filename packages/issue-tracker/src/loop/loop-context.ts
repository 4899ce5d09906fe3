import { InvalidArgumentError, type JsonValue, KanmonError, systemTimer } from '@kanmon/core';
import {
  checkArgument,
  checkPorts as checkMethods,
  optionError,
  portMethods,
} from '@kanmon/core/kit';
import * as z from 'zod';
import { parseInput } from '../entities/fields.ts';
import {
  ManuscriptCacheMissError,
  ManuscriptHashMismatchError,
  SessionLockedError,
} from '../errors/errors.ts';
import type { SessionView } from '../history/session-state.ts';
import { redactExcerpts } from '../manuscript/redact-excerpts.ts';
import { describeError } from '../store/transaction.ts';
import type { SessionHandle, Transaction } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import { completeToolMap } from '../tools/select-tools.ts';
import { boundPorts, checkPorts, PortTimeUp } from './bound-ports.ts';
import type { FixLoopSettings, FixLoopState } from './types.ts';

/** The settings, texts and effect keys that the five nodes share. */
export type LoopContext = ReturnType<typeof createLoopContext>;

type Body<T> = (transaction: Transaction) => T | Promise<T>;

/** Names of the options of both engines. */
export const loopSettings =
  'workflow session ports step_ids category_tool_map remap clock signal run_id';

/** Codes of a store that refuses to write: recording such an error would only hide it. */
const storeErrors: ReadonlySet<string> = new Set([
  'fenced',
  'version-conflict',
  'issue-session-locked',
  'issue-state-persistence',
]);

/**
 * Runs work on a session unless work of the same set is under way on it. A second loop would write into the
 * transactions of the first one, and its failure would become the status of the session.
 *
 * @throws {SessionLockedError} Other work is under way.
 */
export async function alone<T>(
  running: WeakSet<object>,
  session: SessionHandle,
  work: () => Promise<T>,
): Promise<T> {
  if (running.has(session)) {
    throw new SessionLockedError(
      'a loop of this session is under way; wait for its result before the next run',
      { resource: session.lease.resource },
    );
  }
  running.add(session);
  try {
    return await work();
  } finally {
    running.delete(session);
  }
}

/** Sessions on which a node of a loop is under way. */
const busy = new WeakSet<object>();

/** Answers of the manuscript port. */
const keptText = z.string().nullable();
const writtenText = z.looseObject({
  manuscript_hash: z.string(),
  manuscript_version_id: z.string(),
});

/** Longest time in which no timer runs. Waiting costs a millisecond, and 2,000 findings have 7,000 effects. */
const turnMs = 20;

/** Creates the context of one run of the loop. Throws for an invalid list of steps, map of tools or ports. */
export function createLoopContext(given: FixLoopSettings) {
  const { step_ids: steps } = given;
  // A text that no step has checked must not pass.
  if (!Array.isArray(steps) || steps.length === 0 || !steps.every(isFilled)) {
    throw new InvalidArgumentError(
      `expected step_ids with the id of at least one step, got ${JSON.stringify(steps)}; name what the check port is called for`,
    );
  }
  checkPorts(given.ports);
  checkArgument('options.session', 'an object', given.session);
  if (typeof Reflect.get(Object(given.workflow), 'transaction') !== 'function')
    throw optionError(
      'workflow',
      'a store of sessions; createWorkflowStateStore() returns one',
      given.workflow,
    );
  const { workflow, session, clock = workflow.clock, run_id: runId } = given;
  checkMethods({ signal: given.signal, clock }, portMethods);
  if (runId !== undefined) checkArgument('options.run_id', 'a text', runId);
  const signal = given.signal ?? new AbortController().signal;
  /** Most milliseconds of one call of a port. */
  let limitMs: number | null = null;
  let isOpen = false;
  let waitedAt = performance.now();
  /** With ports and a store that never wait, no timer would run before the loop ends, not even that of an abort. */
  const letTimersRun = async (): Promise<void> => {
    if (performance.now() - waitedAt < turnMs) return;
    await systemTimer.sleep(0, signal);
    waitedAt = performance.now();
  };
  const ports = boundPorts(given.ports, { signal, clock, limitMs: () => limitMs });
  const settings = {
    ...given,
    ports,
    category_tool_map: completeToolMap(given.category_tool_map),
  };
  const texts = new Map<string, string>();

  /** Returns the manuscript with this hash, or null when the port does not have it. */
  const readTextIfKept = async (hash: string): Promise<string | null> => {
    const known = texts.get(hash);
    if (known !== undefined) return known;
    const answer = await ports.manuscripts.read(hash);
    const text = parseInput(keptText, answer, 'answer of manuscripts.read (a text or null)');
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

  /** Returns free text without any quotation of the manuscripts that this loop has read. */
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

  /** Before the first node, and before the next one after an error: an engine may go on at any node. */
  const open = async (): Promise<void> => {
    await workflow.transaction(session, (transaction) => {
      const { iteration_policy: policy, current_status: status } = transaction.session;
      const { time_budget_sec: seconds } = policy;
      // A budget of 0 lets one round run, as long as it takes.
      limitMs = seconds === null || seconds === 0 ? null : seconds * 1_000;
      if (status === 'failed') transaction.setStatus('running');
    });
    isOpen = true;
  };

  return {
    settings,
    signal,
    salt: settings.remap?.salt,
    now: (): number => clock.now().getTime(),
    /** Returns the key of an effect of this round. */
    key(state: FixLoopState, node: string, issueId?: string): string {
      const run = runId === undefined ? state.start_hash : `${state.start_hash}~${runId}`;
      const key = [session.sessionId, run, state.iteration, node].join('/');
      return issueId === undefined ? key : `${key}/${issueId}`;
    },
    async once<T extends JsonValue>(key: string, body: Body<T>): Promise<T> {
      await letTimersRun();
      return workflow.once(session, key, body);
    },
    /** Runs a transaction without a key: for changes that a rerun detects as done. */
    transaction: <T>(body: Body<T>): Promise<T> => workflow.transaction(session, body),
    recall: (key: string): JsonValue | undefined => workflow.recall(session, key),
    view: (): Promise<SessionView> => workflow.transaction(session, ({ view }) => view),
    readTextIfKept,
    /** Returns the manuscript with this hash. Throws the manuscript errors. */
    async readText(hash: string): Promise<string> {
      const text = await readTextIfKept(hash);
      if (text !== null) return text;
      throw new ManuscriptCacheMissError(
        `the manuscript port has no text for ${hash.slice(0, 12)}...; write the manuscript before the loop starts`,
        { manuscriptHash: hash },
      );
    },
    async writeText(text: string) {
      const hash = hashText(text);
      const answer = await ports.manuscripts.write(text);
      const what = 'answer of manuscripts.write ({ manuscript_hash, manuscript_version_id })';
      const written = parseInput(writtenText, answer, what);
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
    /**
     * Runs a node, unless the loop has stopped. An error is recorded with its quality-check code, the episode's
     * lock is released, and the error is thrown on. A port that takes the whole time budget stops the loop.
     */
    guard: (
      state: FixLoopState,
      node: (state: FixLoopState) => Promise<FixLoopState>,
    ): Promise<FixLoopState> => alone(busy, session, () => guarded(state, node)),
  };

  async function guarded(
    state: FixLoopState,
    node: (state: FixLoopState) => Promise<FixLoopState>,
  ): Promise<FixLoopState> {
    if (state.status === 'stopped') return state;
    try {
      if (!isOpen) await open();
      return await node(state);
    } catch (error) {
      if (error instanceof PortTimeUp) {
        return { ...state, status: 'stopped', reason: 'time', pending: [] };
      }
      isOpen = false;
      try {
        await recordFailure(error);
      } finally {
        // A store that cannot write keeps the lock until it expires; the first error matters more.
        await workflow.unlock(session).catch(() => undefined);
      }
      throw error;
    }
  }
}

function isFilled(id: unknown): boolean {
  return typeof id === 'string' && id !== '';
}

/** Returns a member of an effect's recorded output; null when the record has no such member. */
export function memberOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? (Reflect.get(record, name) ?? null) : null;
}
