import { type LlmClient, type Logger, silentLogger } from '@kanmon/core';
import { checkOptions, isRecord, type OptionNames } from '@kanmon/core/kit';
import { composeClient, type ComposeOptions } from '../decorators/compose-client.ts';
import { chooseProvider, providerVariable } from './choose-provider.ts';
import { ProviderPackageMissingError } from './env-errors.ts';
import type { ProviderEntry } from './provider-entry.ts';
import { providerRegistry } from './provider-registry.ts';
import { type Environment, readVariables } from './read-variables.ts';

/** Options of `createClientFromEnv`. */
export interface ClientFromEnvOptions {
  /** @default 'KANMON_LLM_PROVIDER' */
  readonly variable?: string;
  /** How a provider's package is loaded. @default (specifier) => import(specifier) */
  readonly load?: (specifier: string) => Promise<unknown>;
  /** Given to the provider's client. @default globalThis.fetch */
  readonly fetch?: typeof fetch;
  /** @default providerRegistry */
  readonly registry?: readonly ProviderEntry[];
  /** Is told of contradicting variables. @default silentLogger */
  readonly logger?: Logger;
  /**
   * Decorators around the client, as of `composeClient`; false for none.
   * @default a timeout of 60 s an attempt, and three attempts
   */
  readonly compose?: ComposeOptions | false;
}

const optionNames: OptionNames<ClientFromEnvOptions> = {
  variable: true,
  load: true,
  fetch: true,
  registry: true,
  logger: true,
  compose: true,
};

/** A hanging server must not hang its caller, and one refused call must not end a run. */
const defaultComposition: ComposeOptions = { retry: {}, timeout: { perAttemptMs: 60_000 } };

/**
 * Creates the client that an environment asks for, with a timeout of 60 s an attempt and up to three
 * attempts; `compose` changes that, and `compose: false` gives a bare client. Reads only the record it is
 * given and loads only the chosen provider's package. Throws `missing-configuration` with every missing
 * name, `unknown-provider`, `provider-package-missing`; no message ever holds a value of the record other
 * than the provider's name.
 *
 * @example
 * const client = await createClientFromEnv(process.env);
 */
export async function createClientFromEnv(
  environment: Environment,
  options: ClientFromEnvOptions = {},
): Promise<LlmClient> {
  checkOptions(options, optionNames, 'createClientFromEnv(environment, options)');
  const {
    variable = providerVariable,
    registry = providerRegistry,
    logger = silentLogger,
  } = options;
  const { load = importPackage, compose = defaultComposition } = options;
  const entry = chooseProvider(environment, { variable, registry, logger });
  const { values, secrets } = readVariables(environment, entry);
  const client = await entry.create({
    values,
    secrets,
    loadExport: (specifier, name) => loadExport(entry, load, specifier, name),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return compose === false ? client : composeClient(client, compose);
}

const importPackage = (specifier: string): Promise<unknown> => import(specifier);

async function loadExport(
  entry: ProviderEntry,
  load: (specifier: string) => Promise<unknown>,
  specifier: string,
  name: string,
): Promise<unknown> {
  const failed = (problem: string): ProviderPackageMissingError =>
    new ProviderPackageMissingError({
      provider: entry.name,
      package: specifier,
      problem,
      alternative: entry.alternative,
    });
  let loaded: unknown;
  try {
    loaded = await load(specifier);
  } catch {
    // The loader's own message may quote paths of the machine; the package's name says enough.
    throw failed('could not be loaded');
  }
  const found: unknown = isRecord(loaded) ? loaded[name] : undefined;
  if (typeof found !== 'function') throw failed(`has no export ${name}`);
  return found;
}
