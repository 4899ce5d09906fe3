import type { LlmMessage, Locale } from '@kanmon/core';
import { toWellFormed } from '@kanmon/core/kit';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { firstCodePoints } from '../wire/code-points.ts';
import type { PlanInput } from './plan-input.ts';
import { promptTexts } from './prompt-texts.ts';
import { readHistory, readInput } from './read-input.ts';

/** What bounds the user prompt. */
export interface PromptOptions {
  /** Of the history, estimated; it is cut from its old end. @default 1_500 */
  readonly maxHistoryTokens?: number;
}

/** Cautious for Japanese, where a token is about one character. */
const charactersPerToken = 1.5;

/**
 * The messages that ask a model for a plan (seed 3.4.2 and 3.4.3): the rules as system message, the
 * question and the history each inside a fence whose marker does not occur in them, newest first.
 */
export function renderPlannerPrompt(
  input: PlanInput,
  options: PromptOptions = {},
): readonly LlmMessage[] {
  const { maxHistoryTokens = 1500 } = options;
  const { language } = readInput(input);
  const history = readHistory(input.history, defaultPlanLimits, []);
  const message = firstCodePoints(toWellFormed(input.message), defaultPlanLimits.messageLength);
  const locale: Locale = language === 'ja' ? 'ja' : 'en';
  const texts = promptTexts[locale];
  const lines: string[] = [];
  let room = maxHistoryTokens * charactersPerToken;
  for (const { role, content } of history.toReversed()) {
    const line = `${role}: ${content}`;
    room -= line.length;
    if (room < 0) break;
    lines.push(line);
  }
  const said = lines.length === 0 ? texts.none : fenced(lines.join('\n'));
  const content = `${texts.task}\n\n${texts.question}\n${fenced(message)}\n\n${texts.history}\n${said}`;
  return [
    { role: 'system', content: texts.system },
    { role: 'user', content },
  ];
}

/** Between two lines of a marker that is longer than any run of it inside the text. */
function fenced(text: string): string {
  const runs = text.match(/={3,}/gu) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
  const marker = '='.repeat(longest + 1);
  return `${marker}\n${text}\n${marker}`;
}
