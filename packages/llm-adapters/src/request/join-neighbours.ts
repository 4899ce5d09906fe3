import type { LlmMessage } from '@kanmon/core';

/** Stands between texts that were messages of their own. */
export const joint = '\n\n';

/**
 * Joins neighbouring messages of one role into one message, by a blank line. The chat templates of
 * Mistral, Gemma and Llama 2 (vLLM, llama.cpp) answer 400 unless user and assistant alternate, and
 * Claude and Converse ask for the same.
 */
export function joinNeighbours(messages: readonly LlmMessage[]): readonly LlmMessage[] {
  const joined: LlmMessage[] = [];
  for (const { role, content } of messages) {
    const previous = joined.at(-1);
    if (previous?.role === role) {
      joined[joined.length - 1] = { role, content: `${previous.content}${joint}${content}` };
    } else joined.push({ role, content });
  }
  return joined;
}
