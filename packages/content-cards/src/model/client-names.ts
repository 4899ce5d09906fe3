import type { LlmClient } from '@kanmon/core';

/** Returns the names that records of a call have; a client with `generate` alone has none. */
export function clientNames(client: LlmClient): Pick<LlmClient, 'provider' | 'model'> {
  const { provider = 'unknown', model = 'unknown' } = client as Partial<LlmClient>;
  return { provider, model };
}
