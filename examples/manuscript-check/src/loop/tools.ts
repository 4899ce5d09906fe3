import type { CategoryToolMap } from '@kanmon/issue-tracker';

/** Tools for a finding. */
export const tools = {
  /** Puts in what the rule proposes. */
  suggestion: 'apply_suggestion',
  /** Checks the place again first: for a finding that a fix did not resolve. */
  secondLook: 'apply_after_second_look',
  /** Has a model rewrite the sentence; offered when a provider is configured. */
  rewrite: 'rewrite_with_model',
} as const;

/** All tools for every category; with `ask`, a person confirms each fix before it is made. */
export function toolMap(ask: boolean): CategoryToolMap {
  return {
    '*': [
      { tool_id: tools.suggestion, requires_user_confirmation: ask },
      { tool_id: tools.secondLook, requires_user_confirmation: ask },
      { tool_id: tools.rewrite, requires_user_confirmation: ask },
    ],
  };
}
