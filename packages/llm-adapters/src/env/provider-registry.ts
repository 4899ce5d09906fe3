import { mockEntry } from './providers/mock.ts';
import { openAiCompatibleEntry } from './providers/open-ai-compatible.ts';
import type { ProviderEntry } from './provider-entry.ts';

/** Every provider that `createClientFromEnv` knows, in the order of the documentation. */
export const providerRegistry: readonly ProviderEntry[] = [mockEntry, openAiCompatibleEntry];
