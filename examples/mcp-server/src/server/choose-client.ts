import { KanmonError, type LlmClient } from '@kanmon/core';
import { createClientFromEnv } from '@kanmon/llm-adapters/env';
import { wrongUsage } from './arguments.ts';

/** The model the environment asks for; none without a provider. Throws `UsageError`. */
export async function chooseClient(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LlmClient | undefined> {
  const wanted = environment['KANMON_LLM_PROVIDER'] ?? environment['PPTX_LLM_PROVIDER'] ?? '';
  if (wanted.trim() === '' || wanted.trim().toLowerCase() === 'mock') return undefined;
  try {
    return await createClientFromEnv(environment);
  } catch (error) {
    if (KanmonError.isInstance(error)) throw wrongUsage(error.message);
    throw error;
  }
}
