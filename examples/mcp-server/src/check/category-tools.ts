import type { CategoryToolMap } from '@kanmon/issue-tracker';

/** The tools for an issue, by category. Rewriting a critical place asks a person first. */
export const categoryTools: CategoryToolMap = {
  'long-sentence': [{ tool_id: 'split_sentence' }, { tool_id: 'rewrite' }],
  'wordy-phrase': [{ tool_id: 'replace_phrase' }, { tool_id: 'rewrite' }],
  'mixed-digits': { tool_id: 'replace_phrase' },
  'repeated-word': { tool_id: 'replace_phrase' },
  '*': [
    { tool_id: 'rewrite', notes: 'change as little as possible' },
    { tool_id: 'ask_author', min_severity: 'critical', requires_user_confirmation: true },
  ],
};
