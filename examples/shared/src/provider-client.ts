import { KanmonError, type LlmClient } from '@kanmon/core';
import { createClientFromEnv } from '@kanmon/llm-adapters/env';
import { UsageError } from './usage-error.ts';

/** Variables of the process: those of `@kanmon/llm-adapters/env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The model of the provider that the environment names; undefined without one, for a mock knows no answers. */
export async function createProviderClient(
  environment: Environment,
): Promise<LlmClient | undefined> {
  const client = await createClientFromEnv(environment);
  return client.provider === 'mock' ? undefined : client;
}

/** The same for a program that ends with one line where a variable is wrong or missing. Throws `UsageError`. */
export async function chooseProviderClient(
  environment: Environment,
): Promise<LlmClient | undefined> {
  try {
    return await createProviderClient(environment);
  } catch (error) {
    if (KanmonError.isInstance(error)) throw new UsageError(error.message, error);
    throw error;
  }
}
