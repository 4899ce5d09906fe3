export {
  type ClientFromEnvOptions,
  createClientFromEnv,
  type Environment,
} from './env/create-client-from-env.ts';
export {
  MissingProviderVariablesError,
  ProviderPackageMissingError,
  UnknownProviderError,
} from './env/env-errors.ts';
export {
  describeProviders,
  type ProviderContext,
  type ProviderDescription,
  type ProviderEntry,
  providerRegistry,
  type ProviderVariable,
} from './env/provider-registry.ts';
