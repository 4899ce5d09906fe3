import type { LlmMessage, Locale } from '@kanmon/core';
import { organizerJsonSchema } from '../report/json-schemas.ts';
import { type CheckedInput, readRunInput } from '../run/read-run-input.ts';
import type { RunInput } from '../run/run-input.ts';
import { dataSection } from './data-section.ts';
import { organizerExample, organizerTexts } from './organizer-texts.ts';
import { dataLines, joinPrompt } from './prompt-parts.ts';

/** In which language, and how many nodes a model is shown. */
export interface PromptOptions {
  /** @default 'ja' */
  readonly locale?: Locale;
  /** @default 200 */
  readonly maxNodes?: number;
}

/** Enough for a board that a person can oversee; more only costs tokens. */
export const defaultMaxNodes = 200;

/** The messages that ask for an Organizer report. Throws `ProposalInputError` for input that cannot be. */
export function buildOrganizerPrompt(
  input: RunInput,
  options: PromptOptions = {},
): readonly LlmMessage[] {
  return organizerMessages(readRunInput(input), options);
}

/** The same for input that was checked. */
export function organizerMessages(
  input: CheckedInput,
  { locale = 'ja', maxNodes = defaultMaxNodes }: PromptOptions,
): readonly LlmMessage[] {
  const texts = organizerTexts[locale];
  const content = joinPrompt(texts.ruleList, {
    locale,
    data: dataSection(dataLines(input, maxNodes)),
    schema: organizerJsonSchema,
    example: organizerExample[locale],
  });
  return [
    { role: 'system', content: texts.role },
    { role: 'user', content },
  ];
}
