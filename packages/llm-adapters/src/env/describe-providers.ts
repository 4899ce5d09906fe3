import type { ProviderEntry, ProviderVariable } from './provider-entry.ts';
import { providerRegistry } from './provider-registry.ts';

/** One provider as documentation: what it is called, needs and takes. */
export interface ProviderDescription {
  readonly provider: string;
  readonly package?: string;
  readonly required: readonly ProviderVariable[];
  readonly optional: readonly ProviderVariable[];
}

/** The table of providers and their variables as data, for README and `--help` texts. */
export function describeProviders(
  registry: readonly ProviderEntry[] = providerRegistry,
): readonly ProviderDescription[] {
  return registry.map((entry) => ({
    provider: entry.name,
    ...(entry.package === undefined ? {} : { package: entry.package }),
    required: entry.variables.filter((variable) => variable.required),
    optional: entry.variables.filter((variable) => !variable.required),
  }));
}
