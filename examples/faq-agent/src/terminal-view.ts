import { styleText } from 'node:util';
import { safeText } from '@kanmon/example-shared/safe-text';
import type { ChatView, Output } from './chat-view.ts';
import type { ChatTexts } from './texts.ts';
import { footLines, stepLine } from './turn-lines.ts';

const clearLine = '\r\u001B[K';
const dim = (text: string): string => styleText('dim', text);

/** Creates a view for a person at a terminal: a status line, and the answer as it is written. */
export function createTerminalView(output: Output, texts: ChatTexts, verbose: boolean): ChatView {
  let hasStatus = false;
  let hasText = false;
  const write = (text: string): void => {
    output.write(hasStatus ? `${clearLine}${text}` : text);
    hasStatus = false;
  };
  const line = (text: string): void => write(`${text}\n`);
  const status = (text: string): void => {
    write(dim(text));
    hasStatus = true;
  };
  return {
    welcome: () => line(texts.welcome),
    asked() {
      hasText = false;
      status(texts.planning);
    },
    notice: (text) => line(dim(safeText(`  * ${text}`))),
    event(event) {
      switch (event.type) {
        case 'plan-made':
          if (verbose) {
            line(dim(texts.plan(event.source)));
            for (const step of event.plan.steps) line(dim(stepLine(step)));
          }
          break;
        case 'search-started':
          status(texts.searching(safeText(event.query)));
          break;
        case 'search-finished':
          status(texts.writing);
          break;
        case 'answer-delta':
          if (event.replaces === true) line('');
          write(safeText(event.text));
          hasText = true;
          break;
        case 'turn-failed':
          line(safeText(texts.failed(event.message)));
          break;
        case 'turn-finished': {
          const { needsClarification, clarifyingQuestions = [], answer } = event.response;
          if (needsClarification) line(styleText('bold', safeText(clarifyingQuestions.join(' '))));
          // A recorded answer of an earlier try of the same request comes without its deltas.
          else line(hasText ? '' : safeText(answer ?? texts.noAnswer));
          for (const each of footLines(event.response, texts)) line(dim(each));
          line('');
          break;
        }
        case 'turn-started':
        case 'clarification-asked':
        case 'search-failed':
          break;
      }
    },
  };
}
