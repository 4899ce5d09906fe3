import type { Locale } from '@kanmon/core';
import type { AvailableTool } from '../entities/step-execution.ts';

const introductions: Readonly<Record<Locale, string>> = {
  ja: '次のツールの中から1つだけ選び、その tool_id を答えてください。ここにないツールは使えません。',
  en: 'Choose exactly one of these tools and answer with its tool_id. Other tools cannot be used.',
};

/** The offer as a block for a prompt: one sentence and the JSON array `available_tools` (seed section 4). */
export function renderToolPrompt(
  availableTools: readonly AvailableTool[],
  locale: Locale = 'en',
): string {
  // A fence inside a note must not close the block.
  const json = JSON.stringify({ available_tools: availableTools }, null, 2).replaceAll(
    '`',
    '\\u0060',
  );
  return `${introductions[locale]}\n\n\`\`\`json\n${json}\n\`\`\`\n`;
}
