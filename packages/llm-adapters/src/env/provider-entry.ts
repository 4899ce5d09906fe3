import type { LlmClient } from '@kanmon/core';

/** One environment variable of a provider. */
export interface ProviderVariable {
  readonly name: string;
  /** Other names of the same thing, in order of preference after `name`. */
  readonly alternatives?: readonly string[];
  readonly required: boolean;
  /** Must be set when this one is. */
  readonly togetherWith?: string;
  readonly default?: string;
  /** A key or token: its value goes into no message. */
  readonly secret?: boolean;
  readonly description: string;
}

/** What a provider is built from: values of its variables by their first name, and the two effects. */
export interface ProviderContext {
  readonly values: Readonly<Record<string, string>>;
  /** Values that may appear in no message. */
  readonly secrets: readonly string[];
  /** Loads the provider's package and gives one of its exports. */
  readonly loadExport: (specifier: string, name: string) => Promise<unknown>;
  readonly fetch?: typeof fetch;
}

/** A provider that an environment can choose. */
export interface ProviderEntry {
  readonly name: string;
  readonly variables: readonly ProviderVariable[];
  /** The npm package it needs. */
  readonly package?: string;
  /** What to do without that package. */
  readonly alternative?: string;
  create(context: ProviderContext): Promise<LlmClient>;
}
