import { createMockDraftClient } from '@kanmon/content-cards';
import type { LlmClient } from '@kanmon/core';
import { createClientFromEnv } from '@kanmon/llm-adapters/env';
import type { CliContext } from './cli-context.ts';

type Environment = CliContext['environment'];

/** Whether the environment names a provider other than the mock. */
export function hasProvider(environment: Environment): boolean {
  const named = environment['KANMON_LLM_PROVIDER'] ?? environment['PPTX_LLM_PROVIDER'] ?? '';
  return !['', 'mock'].includes(named.trim().toLowerCase());
}

/** The model that drafts: of the environment's provider, or the mock that works from the data it is given. */
export async function draftModel(environment: Environment): Promise<LlmClient> {
  return hasProvider(environment) ? createClientFromEnv(environment) : createMockDraftClient();
}
