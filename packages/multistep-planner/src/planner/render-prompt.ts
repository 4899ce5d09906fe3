import type { LlmMessage, Locale } from '@kanmon/core';
import type { JsonObject } from '@kanmon/core/json';
import {
  dataBlock,
  dataLine,
  toWellFormed,
  checkOptions,
  type OptionNames,
} from '@kanmon/core/kit';
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

const promptOptions: OptionNames<PromptOptions> = { maxHistoryTokens: true };

/** Cautious for Japanese, where a token is about one character. */
const charactersPerToken = 1.5;

/**
 * Returns the messages that ask a model for a plan: the rules as system message, then the question and
 * the history, newest first, each as JSON in a data block. A message cannot close its block or look
 * like a turn of the conversation.
 */
export function renderPlannerPrompt(
  input: PlanInput,
  options: PromptOptions = {},
): readonly LlmMessage[] {
  checkOptions(options, promptOptions, 'renderPlannerPrompt(input, options)');
  const { maxHistoryTokens = 1500 } = options;
  const { language } = readInput(input);
  const history = readHistory(input.history, defaultPlanLimits, []);
  const message = firstCodePoints(toWellFormed(input.message), defaultPlanLimits.messageLength);
  const locale: Locale = language === 'ja' ? 'ja' : 'en';
  const texts = promptTexts[locale];
  const turns: JsonObject[] = [];
  let room = maxHistoryTokens * charactersPerToken;
  for (const { role, content } of history.toReversed()) {
    const turn = { role, content };
    room -= dataLine(turn).length;
    if (room < 0) break;
    turns.push(turn);
  }
  const said = turns.length === 0 ? texts.none : dataBlock(turns);
  const question = dataBlock([message]);
  const content = `${texts.task}\n\n${texts.question}\n${question}\n\n${texts.history}\n${said}`;
  return [
    { role: 'system', content: texts.system },
    { role: 'user', content },
  ];
}
