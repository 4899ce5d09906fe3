import type { JsonObject, LlmMessage } from '@kanmon/core';
import { checkOptions, dataBlock, type OptionNames } from '@kanmon/core/kit';
import { advisorJsonSchema } from '../report/advisor-report.ts';
import type { DashboardNode, ReportPurpose } from '../rules/report-context.ts';
import { type CheckedInput, readAdvisorTarget, readRunInput } from '../run/read-run-input.ts';
import type { RunInput } from '../run/run-input.ts';
import { isNodeStatus, nextStatuses, nodeStatuses } from '../status/node-status.ts';
import { advisorExample, advisorTexts, wordingRule } from './advisor-texts.ts';
import { defaultMaxNodes, promptOptions, type PromptOptions } from './build-organizer-prompt.ts';
import { dataLines, joinPrompt } from './prompt-parts.ts';
import { checkLocale } from '../text/locale-of.ts';

/** What an Advisor prompt may say in addition. */
export interface AdvisorPromptOptions extends PromptOptions {
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
}

const advisorPromptOptions: OptionNames<AdvisorPromptOptions> = {
  ...promptOptions,
  purpose: true,
};

/** The messages that ask for an Advisor report. Throws `ProposalInputError` for input that cannot be. */
export function buildAdvisorPrompt(
  input: RunInput,
  options: AdvisorPromptOptions = {},
): readonly LlmMessage[] {
  checkOptions(options, advisorPromptOptions, 'buildAdvisorPrompt(input, options)');
  checkLocale(options.locale);
  const checked = readRunInput(input);
  return advisorMessages(checked, readAdvisorTarget(checked), options);
}

/** The same for input that was checked. */
export function advisorMessages(
  input: CheckedInput,
  target: DashboardNode | null,
  options: AdvisorPromptOptions,
): readonly LlmMessage[] {
  const { locale = input.locale, maxNodes = defaultMaxNodes } = options;
  const { includeSchema = true, purpose = 'choices' } = options;
  const texts = advisorTexts[locale];
  const focused = { ...input, focus: target };
  const ruleList = purpose === 'texts' ? [...texts.ruleList, wordingRule[locale]] : texts.ruleList;
  const content = joinPrompt(ruleList, {
    locale,
    data: dataBlock([...dataLines(focused, maxNodes), targetLine(target)]),
    schema: includeSchema ? advisorJsonSchema : null,
    example: advisorExample[locale],
  });
  return [
    { role: 'system', content: texts.role },
    { role: 'user', content },
  ];
}

/** The target, with the statuses it may have next; staying is one of them. */
function targetLine(target: DashboardNode | null): JsonObject {
  if (target === null) return { target: null };
  const { id, title, status } = target;
  const known = isNodeStatus(status);
  return {
    target: { id, title, ...(status === undefined ? {} : { status }) },
    allowed_statuses: known ? [status, ...nextStatuses(status)] : nodeStatuses,
  };
}
