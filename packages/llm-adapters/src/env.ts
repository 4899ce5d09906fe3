export { type ClientFromEnvOptions, createClientFromEnv } from './env/create-client-from-env.ts';
export { describeProviders, type ProviderDescription } from './env/describe-providers.ts';
export {
  MissingProviderVariablesError,
  ProviderPackageMissingError,
  UnknownProviderError,
} from './env/env-errors.ts';
export type { ProviderContext, ProviderEntry, ProviderVariable } from './env/provider-entry.ts';
export { providerRegistry } from './env/provider-registry.ts';
export type { Environment } from './env/read-variables.ts';
