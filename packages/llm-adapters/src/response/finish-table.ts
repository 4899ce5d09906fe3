import type { LlmFinish } from '@kanmon/core';

/** Every provider's word for why it stopped. One table: the words do not contradict each other. */
const finishWords: ReadonlyMap<string, LlmFinish> = new Map([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['completed', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'content-filter'],
  ['content-filter', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['guardrail_intervened', 'content-filter'],
  ['refusal', 'refusal'],
  ['tool_calls', 'tool-calls'],
  ['tool-calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['tool_use', 'tool-calls'],
]);

const none: readonly string[] = [];

/** A finish word in our terms; an unknown one is `other` and a warning that quotes it. */
export function readFinish(word: unknown): {
  readonly finish: LlmFinish;
  readonly warnings: readonly string[];
} {
  const known = typeof word === 'string' ? finishWords.get(word) : undefined;
  if (known !== undefined) return { finish: known, warnings: none };
  const shown = typeof word === 'string' ? word.slice(0, 64) : 'absent';
  return { finish: 'other', warnings: [`unknown-finish:${shown}`] };
}
