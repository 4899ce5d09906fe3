import { safeText } from '@kanmon/example-shared/safe-text';
import type { ChatView, Output } from './chat-view.ts';
import type { ChatTexts } from './texts.ts';
import { footLines, stepLine } from './turn-lines.ts';

/** Whole lines and nothing that moves: for pipes and logs. */
export function createPlainView(output: Output, texts: ChatTexts, verbose: boolean): ChatView {
  const line = (text: string): void => void output.write(`${safeText(text)}\n`);
  return {
    welcome() {},
    asked: (message) => line(`${texts.question}: ${message}`),
    notice: (text) => line(`  * ${text}`),
    event(event) {
      if (event.type === 'plan-made' && verbose) {
        line(texts.plan(event.source));
        for (const step of event.plan.steps) line(stepLine(step));
      }
      if (event.type === 'turn-failed') line(texts.failed(event.message));
      if (event.type !== 'turn-finished') return;
      const { response } = event;
      const { needsClarification, clarifyingQuestions = [], answer } = response;
      line(
        needsClarification
          ? `${texts.askedBack}: ${clarifyingQuestions.join(' ')}`
          : `${texts.answer}: ${answer ?? texts.noAnswer}`,
      );
      for (const each of footLines(response, texts)) line(each);
      line('');
    },
  };
}
