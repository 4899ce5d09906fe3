import {
  InvalidArgumentError,
  KanmonError,
  type LlmClient,
  type Logger,
  MissingConfigurationError,
  silentLogger,
} from '@kanmon/core';
import {
  checkPorts,
  createSecretRedactor,
  isRecord,
  quoteSafely,
  withoutUndefined,
} from '@kanmon/core/kit';
import { composeClient, type ComposeOptions } from './decorators/compose-client.ts';
import {
  type ProviderEntry,
  providerRegistry,
  type ProviderVariable,
} from './env/provider-registry.ts';
import { checkOptions, describeKind } from './wire/check-options.ts';
import { notify } from './wire/read.ts';

export {
  describeProviders,
  type ProviderContext,
  type ProviderDescription,
  type ProviderEntry,
  providerRegistry,
  type ProviderVariable,
} from './env/provider-registry.ts';

/** Options of `createClientFromEnv`. */
export interface ClientFromEnvOptions {
  /** @default 'KANMON_LLM_PROVIDER' */
  readonly variable?: string;
  /**
   * Loads a provider's package. A bundler cannot follow the default: pass a function that imports the package by its literal name.
   * @default (specifier) => import(specifier)
   */
  readonly load?: (specifier: string) => Promise<unknown>;
  /** Given to the provider's client. @default globalThis.fetch */
  readonly fetch?: typeof fetch;
  /** @default providerRegistry */
  readonly registry?: readonly ProviderEntry[];
  /** Gets a warning about contradicting variables. @default silentLogger */
  readonly logger?: Logger;
  /**
   * Decorators around the client, as of `composeClient`; false for none.
   * @default a timeout of 60 s an attempt, and three attempts
   */
  readonly compose?: ComposeOptions | false;
}

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
  checkOptions(
    options,
    'variable load fetch registry logger compose',
    'createClientFromEnv(environment, options)',
  );
  if (typeof environment !== 'object' || environment === null)
    throw new InvalidArgumentError(
      `expected the variables of an environment, such as process.env, got ${describeKind(environment)}`,
    );
  const {
    variable = providerVariable,
    registry = providerRegistry,
    logger = silentLogger,
  } = options;
  const { load = importPackage, compose = defaultComposition } = options;
  checkPorts({ load, logger }, { load: 'call', logger: 'warn' });
  const entry = chooseProvider(environment, { variable, registry, logger });
  const { values, secrets } = readVariables(environment, entry);
  const client = await entry.create({
    values,
    secrets,
    loadExport: (specifier, name) => loadExport(entry, { load, secrets }, specifier, name),
    ...withoutUndefined({ fetch: options.fetch }),
  });
  return compose === false ? client : composeClient(client, compose);
}

const importPackage = (specifier: string): Promise<unknown> => import(specifier);

/** The longest part of a loader's error in a message. */
const longestQuote = 200;

async function loadExport(
  entry: ProviderEntry,
  {
    load,
    secrets,
  }: {
    readonly load: (specifier: string) => Promise<unknown>;
    readonly secrets: readonly string[];
  },
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
  } catch (error) {
    // For a package that is not found, the loader's message has only paths of the machine.
    if (String(Reflect.get(Object(error), 'code')).endsWith('MODULE_NOT_FOUND'))
      throw failed('could not be found');
    const text = error instanceof Error ? error.message : describeKind(error);
    throw failed(`threw when it was loaded: ${quoteSafely(text, longestQuote, secrets)}`);
  }
  const found: unknown = isRecord(loaded) ? loaded[name] : undefined;
  if (typeof found !== 'function') throw failed(`has no export ${name}`);
  return found;
}

const providerVariable = 'KANMON_LLM_PROVIDER';
/** An earlier name of the variable, which stays accepted. */
const providerVariableAlias = 'PPTX_LLM_PROVIDER';
const fallbackProvider = 'mock';

/** The provider an environment names: `variable`, else the alias, else `mock`. Names are trimmed and case-insensitive. */
function chooseProvider(
  environment: Environment,
  options: {
    readonly variable: string;
    readonly registry: readonly ProviderEntry[];
    readonly logger: Logger;
  },
): ProviderEntry {
  const { variable, registry, logger } = options;
  const own = nameIn(environment, variable);
  const alias = nameIn(environment, providerVariableAlias);
  if (own !== '' && alias !== '' && own !== alias) {
    notify(() =>
      logger.warn(
        `${variable} and ${providerVariableAlias} name different providers; ${variable} is used`,
      ),
    );
  }
  const name = own === '' ? alias : own;
  const wanted = name === '' ? fallbackProvider : name;
  const entry = registry.find((candidate) => candidate.name === wanted);
  if (entry !== undefined) return entry;
  // The user may have put a key here by mistake.
  const shown = JSON.stringify(createSecretRedactor()(wanted).slice(0, 40));
  throw new UnknownProviderError(
    `${own === '' ? providerVariableAlias : variable} is set, but ${shown}`,
    registry.map((candidate) => candidate.name),
  );
}

function nameIn(environment: Environment, variable: string): string {
  return environment[variable]?.trim().toLowerCase() ?? '';
}

/** The environment as it is given; nothing else is ever read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads values by the first name of each variable. Blank is missing; one error lists everything that is missing. */
function readVariables(environment: Environment, { name: provider, variables }: ProviderEntry) {
  const found = new Map<string, string>();
  for (const variable of variables) {
    const value = valueOf(environment, variable);
    if (value !== undefined) found.set(variable.name, value);
  }
  const missing = variables.filter((variable) => isMissing(variable, found));
  if (missing.length > 0) {
    throw new MissingProviderVariablesError({ provider, missing: missing.map(({ name }) => name) });
  }
  const secrets = variables.flatMap(({ name, secret }) =>
    secret === true ? (found.get(name) ?? []) : [],
  );
  for (const { name, default: value } of variables) {
    if (value !== undefined && !found.has(name)) found.set(name, value);
  }
  return { values: Object.fromEntries(found), secrets };
}

/** The trimmed value: keys pasted with a line end are the commonest wrong key. */
function valueOf(environment: Environment, variable: ProviderVariable): string | undefined {
  return [variable.name, ...(variable.alternatives ?? [])]
    .map((name) => environment[name]?.trim() ?? '')
    .find((value) => value !== '');
}

function isMissing(variable: ProviderVariable, found: ReadonlyMap<string, string>): boolean {
  if (found.has(variable.name)) return false;
  if (variable.required) return true;
  return variable.togetherWith !== undefined && found.has(variable.togetherWith);
}

/** Required variables are not set. The message lists every name and no value. */
export class MissingProviderVariablesError extends MissingConfigurationError {
  readonly provider: string;
  readonly missing: string[];

  constructor(details: { readonly provider: string; readonly missing: readonly string[] }) {
    const { provider, missing } = details;
    const verb = missing.length === 1 ? 'is' : 'are';
    super(
      `${missing.join(', ')} ${verb} not set; the provider ${provider} needs ${missing.length === 1 ? 'it' : 'them'}. To run without a model, use the provider mock`,
    );
    this.provider = provider;
    this.missing = [...missing];
  }
}

/** The variable names an unknown provider. */
export class UnknownProviderError extends KanmonError {
  static override readonly errorName: string = 'UnknownProviderError';

  readonly known: readonly string[];

  constructor(given: string, known: readonly string[]) {
    super(`${given} is not a known provider; expected one of ${known.join(', ')}`, {
      code: 'unknown-provider',
    });
    this.known = known;
  }
}

/** The SDK of the chosen provider is not installed, or is not what it should be. */
export class ProviderPackageMissingError extends KanmonError {
  static override readonly errorName: string = 'ProviderPackageMissingError';

  readonly package: string;

  constructor(details: {
    readonly provider: string;
    readonly package: string;
    readonly problem: string;
    readonly alternative?: string | undefined;
  }) {
    const { provider, alternative } = details;
    super(
      `the provider ${provider} needs the package ${details.package}, which ${details.problem}. Install it with: npm install ${details.package}. In a bundled program, import it yourself in the option load${alternative === undefined ? '' : `. Or ${alternative}`}`,
      { code: 'provider-package-missing' },
    );
    this.package = details.package;
  }
}
