import { setImmediate } from 'node:timers';

/** Collects what is asked for while the loop is busy and hands it over in one batch, first come first. */
export interface BatchQueue<Task> {
  push(task: Task): void;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/**
 * `run` gets up to `maxWeight` worth of tasks (always at least one) and settles them itself; it must not reject.
 * A turn of the event loop lies before each batch: clients that were just answered can join it,
 * and a writer that never waits for anything else cannot starve timers and sockets.
 */
export function createBatchQueue<Task>(options: {
  readonly run: (batch: readonly Task[]) => Promise<void>;
  readonly weigh: (task: Task) => number;
  readonly maxWeight: number;
}): BatchQueue<Task> {
  const { run, weigh, maxWeight } = options;
  let waiting: Task[] = [];
  let running = false;
  let listeners: (() => void)[] = [];

  const take = (): readonly Task[] => {
    let weight = 0;
    const end = waiting.findIndex((task, index) => {
      weight += weigh(task);
      return index > 0 && weight > maxWeight;
    });
    const batch = end === -1 ? waiting : waiting.slice(0, end);
    waiting = end === -1 ? [] : waiting.slice(end);
    return batch;
  };

  const drain = async (): Promise<void> => {
    await run(take());
    if (waiting.length > 0) {
      schedule();
      return;
    }
    running = false;
    for (const listener of listeners) listener();
    listeners = [];
  };

  const schedule = (): void => {
    running = true;
    setImmediate(() => void drain());
  };

  return {
    push(task) {
      waiting.push(task);
      if (!running) schedule();
    },
    idle: () =>
      running ? new Promise((resolve) => listeners.push(() => resolve())) : Promise.resolve(),
  };
}
