import type { LlmMessage } from '@kanmon/core';

/** `messages` with `instruction` at the end of the last system message, or as a new first one. */
export function addInstruction(
  messages: readonly LlmMessage[],
  instruction: string,
): readonly LlmMessage[] {
  const last = messages.findLastIndex((message) => message.role === 'system');
  if (last === -1) return [{ role: 'system', content: instruction }, ...messages];
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${message.content}\n\n${instruction}` } : message,
  );
}
