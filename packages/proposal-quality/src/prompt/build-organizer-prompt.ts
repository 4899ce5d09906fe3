import type { LlmMessage, Locale } from '@kanmon/core';
import { checkOptions, dataBlock, type OptionNames } from '@kanmon/core/kit';
import { organizerJsonSchema } from '../report/organizer-report.ts';
import { type CheckedInput, readRunInput } from '../run/read-run-input.ts';
import type { RunInput } from '../run/run-input.ts';
import { organizerExample, organizerTexts } from './organizer-texts.ts';
import { dataLines, joinPrompt } from './prompt-parts.ts';
import { checkLocale } from '../text/locale-of.ts';

/** In which language, and how many nodes a model is shown. */
export interface PromptOptions {
  /** @default the language of the input */
  readonly locale?: Locale;
  /** @default 200 */
  readonly maxNodes?: number;
  /**
   * Whether the prompt contains the JSON Schema of the report. Leave it out where the request carries
   * the schema, as requests of `runGate` do. @default true
   */
  readonly includeSchema?: boolean;
}

export const promptOptions: OptionNames<PromptOptions> = {
  locale: true,
  maxNodes: true,
  includeSchema: true,
};

/** Enough for a board that a person can oversee; more only costs tokens. */
export const defaultMaxNodes = 200;

/** The messages that ask for an Organizer report. Throws `ProposalInputError` for input that cannot be. */
export function buildOrganizerPrompt(
  input: RunInput,
  options: PromptOptions = {},
): readonly LlmMessage[] {
  checkOptions(options, promptOptions, 'buildOrganizerPrompt(input, options)');
  checkLocale(options.locale);
  return organizerMessages(readRunInput(input), options);
}

/** The same for input that was checked. */
export function organizerMessages(
  input: CheckedInput,
  options: PromptOptions,
): readonly LlmMessage[] {
  const { locale = input.locale, maxNodes = defaultMaxNodes, includeSchema = true } = options;
  const texts = organizerTexts[locale];
  const content = joinPrompt(texts.ruleList, {
    locale,
    data: dataBlock(dataLines(input, maxNodes)),
    schema: includeSchema ? organizerJsonSchema : null,
    example: organizerExample[locale],
  });
  return [
    { role: 'system', content: texts.role },
    { role: 'user', content },
  ];
}
