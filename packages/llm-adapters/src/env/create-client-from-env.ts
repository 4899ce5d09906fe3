import { isRecord, type LlmClient, type Logger, silentLogger } from '@kanmon/core';
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
export async function createClientFromEnv(
  environment: Environment,
  options: ClientFromEnvOptions = {},
): Promise<LlmClient> {
  const {
    variable = providerVariable,
    registry = providerRegistry,
    logger = silentLogger,
  } = options;
  const { load = importPackage } = options;
  const entry = chooseProvider(environment, { variable, registry, logger });
  const { values, secrets } = readVariables(environment, entry);
  return entry.create({
    values,
    secrets,
    loadExport: (specifier, name) => loadExport(entry, load, specifier, name),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
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
