import type { CheckedAppend } from '@kanmon/core/kit';

/** The outcome of one append: a result, an error value, or `busy` (another session holds the stream). */
export type Outcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'busy' };

/** Sends appends to PostgreSQL. Rejections are errors of the call as a whole. */
export interface AppendCalls<Result> {
  /** Sends one append; repeats it where its idempotency key allows. `wait` waits for its stream. */
  one(append: CheckedAppend, wait: boolean): Promise<Outcome<Result>>;
  /** Sends many in one transaction. `stream`: all are of this stream, which is waited for. */
  many(
    appends: readonly CheckedAppend[],
    stream: string | null,
  ): Promise<readonly Outcome<Result>[]>;
  /** True when nothing of a failed call was written. */
  isRefused(error: unknown): boolean;
  /** True when each append of a failed `many` may be sent alone: nothing of it was written, or it has a key. */
  mayRepeat(error: unknown, append: CheckedAppend): boolean;
  /** The error that the caller of an append gets for a rejected call. */
  toError(error: unknown): Error;
}

/** Collects appends that wait and sends them together. */
export interface AppendQueue<Result> {
  push(append: CheckedAppend): Promise<Result>;
}

/** Appends in one call: 64 streams are 65 locks, of which a server has 6,400 by default. */
const maxAppends = 64;
/** Bytes of data in one call: they bound memory and what one failure repeats. */
const maxBytes = 1024 * 1024;
/** Calls that wait for a stream which others hold. They occupy connections, of which a pool has 10 by default. */
const maxWaitingCalls = 4;
/** Pause before a stream that others hold is tried again when all waiting calls are taken. */
const busyPauseMs = 10;
/** Calls that wait for a stream at once after it was found busy: trying first costs them a round trip. */
const patientCalls = 16;
/** Streams whose busy state is remembered. */
const maxRemembered = 1000;

interface Task<Result> {
  readonly append: CheckedAppend;
  readonly bytes: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  /** The first error after which the append may have been written. It is sent again under its idempotency key. */
  unsure?: unknown;
}

/** The waiting appends of one stream. A stream is in one call at a time, so its appends keep their order. */
interface Line<Result> {
  readonly streamId: string;
  readonly tasks: Task<Result>[];
  isUnderWay: boolean;
}

/**
 * Sends what waits as one transaction, with at most `maxCalls` calls under way. A single append is sent
 * alone, which costs less. An append that finds its stream held by another session goes on in a call that
 * waits for this stream only, so that it delays no other. A call that PostgreSQL refused as a whole is
 * repeated append by append, so that one bad append fails alone.
 */
export function createAppendQueue<Result>(
  calls: AppendCalls<Result>,
  maxCalls: number,
): AppendQueue<Result> {
  const lines = new Map<string, Line<Result>>();
  /** Lines with waiting appends that are in no call, in the order in which they wait. */
  const ready = new Set<Line<Result>>();
  /** Lines whose stream others held, waiting for a call that waits. */
  const held = new Set<Line<Result>>();
  const patience = new Map<string, number>();
  let underWay = 0;
  let waitingCalls = 0;
  let isScheduled = false;

  /** A microtask later: what is asked for in one turn of the caller goes into one call. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      for (const line of held) {
        if (waitingCalls >= maxWaitingCalls) break;
        held.delete(line);
        void sendWaiting(line);
      }
      for (let free = maxCalls - underWay; free > 0 && ready.size > 0; free -= 1) void sendReady();
    });
  };

  /** Puts a line back after its call: behind the others, or to wait for its stream at once. */
  const enqueue = (line: Line<Result>): void => {
    line.isUnderWay = false;
    if (line.tasks.length === 0) {
      lines.delete(line.streamId);
      return;
    }
    const left = patience.get(line.streamId) ?? 0;
    if (left === 0 || !hold(line)) ready.add(line);
    else if (left === 1) patience.delete(line.streamId);
    else patience.set(line.streamId, left - 1);
    schedule();
  };

  /** Puts a line where it waits for its stream; false when all waiting calls are taken. */
  const hold = (line: Line<Result>): boolean => {
    if (waitingCalls + held.size >= maxWaitingCalls) return false;
    line.isUnderWay = true;
    held.add(line);
    return true;
  };

  /** A line whose stream was busy, with the appends that come first again. */
  const sendAgain = (line: Line<Result>, back: readonly Task<Result>[]): void => {
    line.tasks.unshift(...back);
    if (patience.size >= maxRemembered) patience.clear();
    patience.set(line.streamId, patientCalls);
    if (hold(line)) return;
    setTimeout(() => enqueue(line), busyPauseMs);
  };

  /** Removes the first appends of a line that fit into a call; a call holds at least one append. */
  const take = (line: Line<Result>, room: number, bytes: number): readonly Task<Result>[] => {
    let sum = 0;
    const end = line.tasks.findIndex((task, index) => {
      sum += task.bytes;
      return index >= room || sum > bytes;
    });
    if (end === -1) return line.tasks.splice(0);
    return line.tasks.splice(0, room === maxAppends ? Math.max(end, 1) : end);
  };

  const sendReady = async (): Promise<void> => {
    underWay += 1;
    const taken: Line<Result>[] = [];
    const tasks: Task<Result>[] = [];
    let bytes = 0;
    for (const line of ready) {
      const next = take(line, maxAppends - tasks.length, maxBytes - bytes);
      if (next.length === 0) break;
      ready.delete(line);
      line.isUnderWay = true;
      taken.push(line);
      tasks.push(...next);
      bytes += next.reduce((sum, task) => sum + task.bytes, 0);
    }
    const busy = await send(tasks, null);
    underWay -= 1;
    for (const line of taken) {
      const back = busy.filter(({ append }) => append.streamId === line.streamId);
      if (back.length === 0) enqueue(line);
      else sendAgain(line, back);
    }
    schedule();
  };

  const sendWaiting = async (line: Line<Result>): Promise<void> => {
    waitingCalls += 1;
    const busy = await send(take(line, maxAppends, maxBytes), line.streamId);
    waitingCalls -= 1;
    line.tasks.unshift(...busy);
    enqueue(line);
    schedule();
  };

  /** Sends appends, resolves them, and returns those whose stream is busy. Never rejects. */
  const send = async (
    tasks: readonly Task<Result>[],
    stream: string | null,
  ): Promise<readonly Task<Result>[]> => {
    const [first] = tasks;
    if (first === undefined) return [];
    if (tasks.length === 1) return settle(first, calls.one(first.append, stream !== null));
    try {
      const outcomes = await calls.many(
        tasks.map(({ append }) => append),
        stream,
      );
      return tasks.filter((task, index) => isBusy(task, outcomes[index] ?? { kind: 'busy' }));
    } catch (error) {
      const busy: Task<Result>[] = [];
      for (const task of tasks) {
        const { append } = task;
        if (!calls.isRefused(error)) task.unsure ??= error;
        // Behind a busy append of the same stream comes no other.
        if (busy.some((earlier) => earlier.append.streamId === append.streamId)) busy.push(task);
        else if (!calls.mayRepeat(error, append)) task.reject(calls.toError(error));
        else busy.push(...(await settle(task, calls.one(append, stream !== null))));
      }
      return busy;
    }
  };

  const settle = async (
    task: Task<Result>,
    call: Promise<Outcome<Result>>,
  ): Promise<readonly Task<Result>[]> => {
    try {
      return isBusy(task, await call) ? [task] : [];
    } catch (error) {
      task.reject(calls.toError(task.unsure ?? error));
      return [];
    }
  };

  /** Resolves an append with its outcome, unless it has to be sent again. */
  const isBusy = (task: Task<Result>, outcome: Outcome<Result>): boolean => {
    if (outcome.kind === 'done') task.resolve(outcome.result);
    else if (outcome.kind === 'refused') task.reject(outcome.error);
    else return true;
    return false;
  };

  return {
    push: (append) =>
      new Promise((resolve, reject) => {
        const bytes = append.events.reduce((sum, { dataJson }) => sum + dataJson.length, 0);
        const { streamId } = append;
        const line = lines.get(streamId) ?? { streamId, tasks: [], isUnderWay: false };
        lines.set(streamId, line);
        line.tasks.push({ append, bytes, resolve, reject });
        if (!line.isUnderWay && !ready.has(line)) enqueue(line);
      }),
  };
}
