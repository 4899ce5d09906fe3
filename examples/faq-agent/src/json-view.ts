import { safeJson } from '@kanmon/example-shared/safe-text';
import type { ChatView, Output } from './chat-view.ts';

/** One JSON value a line: the response of each turn, or `{ error, message }`. */
export function createJsonView(output: Output): ChatView {
  const line = (value: object): void => void output.write(`${safeJson(value)}\n`);
  return {
    welcome() {},
    asked() {},
    notice() {},
    event(event) {
      if (event.type === 'turn-finished') line(event.response);
      if (event.type === 'turn-failed') line({ error: event.code, message: event.message });
    },
  };
}
