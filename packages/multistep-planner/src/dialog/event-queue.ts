import type { DialogEventBody } from './dialog-event.ts';

/** Events on their way from a running turn to its one reader. */
export interface EventQueue {
  push(event: DialogEventBody): void;
  /** Puts in the last event. */
  end(event: DialogEventBody): void;
  events(): AsyncGenerator<DialogEventBody, void>;
}

/** A queue without bound: a turn has a bounded number of events beside the text of its answer. */
export function createEventQueue(): EventQueue {
  const queue: DialogEventBody[] = [];
  const waiting: (() => void)[] = [];
  let last: DialogEventBody | null = null;
  const push = (event: DialogEventBody): void => {
    queue.push(event);
    waiting.pop()?.();
  };
  return {
    push,
    end(event) {
      last = event;
      push(event);
    },
    async *events() {
      for (;;) {
        const event = queue.shift();
        if (event === undefined) {
          // The next event comes when it comes.
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
          });
          continue;
        }
        yield event;
        if (event === last) return;
      }
    },
  };
}
