import { LlmClient, Logger, MissingConfigurationError, KanmonError } from '@kanmon/core';

/** One environment variable of a provider. */
interface ProviderVariable {
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
interface ProviderContext {
    readonly values: Readonly<Record<string, string>>;
    /** Values that may appear in no message. */
    readonly secrets: readonly string[];
    /** Loads the provider's package and gives one of its exports. */
    readonly loadExport: (specifier: string, name: string) => Promise<unknown>;
    readonly fetch?: typeof fetch;
}
/** A provider that an environment can choose. */
interface ProviderEntry {
    readonly name: string;
    readonly variables: readonly ProviderVariable[];
    /** The npm package it needs. */
    readonly package?: string;
    /** What to do without that package. */
    readonly alternative?: string;
    create(context: ProviderContext): Promise<LlmClient>;
}

/** The environment as it is given; nothing else is ever read. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Options of `createClientFromEnv`. */
interface ClientFromEnvOptions {
    /** @default 'KANMON_LLM_PROVIDER' */
    readonly variable?: string;
    /** How a provider's package is loaded. @default (specifier) => import(specifier) */
    readonly load?: (specifier: string) => Promise<unknown>;
    /** Given to the provider's client. @default globalThis.fetch */
    readonly fetch?: typeof fetch;
    /** @default providerRegistry */
    readonly registry?: readonly ProviderEntry[];
    /** Hears about contradicting variables. @default silentLogger */
    readonly logger?: Logger;
}
/**
 * The client an environment asks for, bare: no retry, no budget, no cache. Reads only the record it is
 * given and loads only the chosen provider's package. Throws `missing-configuration` with every missing
 * name, `unknown-provider`, `provider-package-missing`; no message ever holds a value of the record other
 * than the provider's name.
 *
 * @example
 * const client = await createClientFromEnv(process.env);
 */
declare function createClientFromEnv(environment: Environment, options?: ClientFromEnvOptions): Promise<LlmClient>;

/** One provider as documentation: what it is called, needs and takes. */
interface ProviderDescription {
    readonly provider: string;
    readonly package?: string;
    readonly required: readonly ProviderVariable[];
    readonly optional: readonly ProviderVariable[];
}
/** The table of providers and their variables as data, for README and `--help` texts. */
declare function describeProviders(registry?: readonly ProviderEntry[]): readonly ProviderDescription[];

/** Required variables are not set. The message lists every name and no value. */
declare class MissingProviderVariablesError extends MissingConfigurationError {
    readonly provider: string;
    readonly missing: string[];
    constructor(details: {
        readonly provider: string;
        readonly missing: readonly string[];
    });
}
/** The variable names a provider nobody knows. */
declare class UnknownProviderError extends KanmonError {
    readonly name: string;
    readonly known: readonly string[];
    constructor(given: string, known: readonly string[]);
}
/** The SDK of the chosen provider is not installed, or is not what it should be. */
declare class ProviderPackageMissingError extends KanmonError {
    readonly name: string;
    readonly package: string;
    constructor(details: {
        readonly provider: string;
        readonly package: string;
        readonly problem: string;
        readonly alternative?: string | undefined;
    });
}

/** Every provider that `createClientFromEnv` knows, in the order of the documentation. */
declare const providerRegistry: readonly ProviderEntry[];

export { MissingProviderVariablesError, ProviderPackageMissingError, UnknownProviderError, createClientFromEnv, describeProviders, providerRegistry };
export type { ClientFromEnvOptions, Environment, ProviderContext, ProviderDescription, ProviderEntry, ProviderVariable };
