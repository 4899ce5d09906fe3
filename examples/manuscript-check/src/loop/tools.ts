import type { CategoryToolMap } from '@kanmon/issue-tracker';

/** What can be done about a finding. */
export const tools = {
  /** Puts in what the rule proposes. */
  suggestion: 'apply_suggestion',
  /** Looks at the place anew first: for a finding that a fix has not settled. */
  secondLook: 'apply_after_second_look',
  /** Has a model write the sentence anew; offered when a provider is configured. */
  rewrite: 'rewrite_with_model',
} as const;

/** All tools for every category; with `ask`, a person says yes to each fix before it is made. */
export function toolMap(ask: boolean): CategoryToolMap {
  return {
    '*': [
      { tool_id: tools.suggestion, requires_user_confirmation: ask },
      { tool_id: tools.secondLook, requires_user_confirmation: ask },
      { tool_id: tools.rewrite, requires_user_confirmation: ask },
    ],
  };
}
