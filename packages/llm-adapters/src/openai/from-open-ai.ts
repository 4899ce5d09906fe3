import type { LlmClient } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { AdapterDefaults } from '../request/adapter-defaults.ts';
import { createOpenAiClient, type OpenAiApi } from './create-open-ai-client.ts';
import type { OpenAILike } from './open-ai-like.ts';

/** Options of `fromOpenAI`. */
export interface FromOpenAIOptions {
  readonly model: string;
  /** Chat completions or the Responses API. @default 'chat' */
  readonly api?: OpenAiApi;
  readonly defaults?: AdapterDefaults;
}

const optionNames: OptionNames<FromOpenAIOptions> = { model: true, api: true, defaults: true };

/**
 * A client over an instance of the official `openai` package (6 or 7). Provider `openai`.
 *
 * @example
 * const client = fromOpenAI(new OpenAI({ apiKey }), { model: 'gpt-5-mini' });
 */
export function fromOpenAI(client: OpenAILike, options: FromOpenAIOptions): LlmClient {
  checkOptions(options, optionNames, 'fromOpenAI(client, options)');
  return createOpenAiClient(client, { provider: 'openai', ...options });
}
