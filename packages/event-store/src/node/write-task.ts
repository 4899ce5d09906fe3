import type { Change, Decision, HistoryView } from '../history/decision.ts';

/** One write somebody waits for, without its result type, so that tasks of all kinds share a queue. */
export interface WriteTask {
  /** Bytes of data it carries, to bound a batch. */
  readonly weight: number;
  /** Decides against a state; may be asked again when the state it was decided on did not last. */
  decide(view: HistoryView): DecidedTask;
  reject(error: unknown): void;
}

/** What a task wants to change, if anything, and how it ends once that is durable. */
export interface DecidedTask {
  readonly change: Change | undefined;
  readonly finish: () => void;
}

/** A task for `decide` and the promise of its result. A `decide` that throws refuses. */
export function createWriteTask<Result>(
  decide: (view: HistoryView) => Decision<Result>,
  weight: number,
): { readonly task: WriteTask; readonly result: Promise<Result> } {
  const { promise, resolve, reject } = withResolvers<Result>();
  const settle = (view: HistoryView): DecidedTask => {
    const decision = decide(view);
    switch (decision.kind) {
      case 'write':
        return { change: decision.change, finish: () => resolve(decision.result) };
      case 'answer':
        return { change: undefined, finish: () => resolve(decision.result) };
      case 'refuse':
        return { change: undefined, finish: () => reject(decision.error) };
      default: {
        const unknown: never = decision;
        return unknown;
      }
    }
  };
  return {
    task: {
      weight,
      decide(view) {
        try {
          return settle(view);
        } catch (error) {
          return { change: undefined, finish: () => reject(error) };
        }
      },
      reject,
    },
    result: promise,
  };
}

const nothing = (): void => undefined;

/** `Promise.withResolvers`, which is not in the ES2023 library. */
function withResolvers<Result>(): {
  readonly promise: Promise<Result>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
} {
  const handlers: { resolve: (result: Result) => void; reject: (error: unknown) => void } = {
    resolve: nothing,
    reject: nothing,
  };
  const promise = new Promise<Result>((resolve, reject) =>
    Object.assign(handlers, { resolve, reject }),
  );
  return { promise, ...handlers };
}
