import { createMockDraftClient } from '@kanmon/content-cards/testing';
import type { LlmClient } from '@kanmon/core';
import { createProviderClient, type Environment } from '@kanmon/example-shared/provider-client';

/** The model that drafts: of the environment's provider, or the mock that works from the data it is given. */
export async function draftModel(environment: Environment): Promise<LlmClient> {
  return (await createProviderClient(environment)) ?? createMockDraftClient();
}
