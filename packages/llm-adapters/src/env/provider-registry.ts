import { awsClaudeEntry } from './providers/aws-claude.ts';
import { azureOpenAiEntry } from './providers/azure-open-ai.ts';
import { claudeEntry } from './providers/claude.ts';
import { mockEntry } from './providers/mock.ts';
import { openAiCompatibleEntry } from './providers/open-ai-compatible.ts';
import { openAiEntry } from './providers/open-ai.ts';
import type { ProviderEntry } from './provider-entry.ts';

/** Every provider that `createClientFromEnv` knows, in the order of the documentation. */
export const providerRegistry: readonly ProviderEntry[] = [
  mockEntry,
  openAiEntry,
  azureOpenAiEntry,
  claudeEntry,
  awsClaudeEntry,
  openAiCompatibleEntry,
];
