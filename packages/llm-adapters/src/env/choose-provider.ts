import type { Logger } from '@kanmon/core';
import { redactSecrets } from '../errors/redact-secrets.ts';
import { UnknownProviderError } from './env-errors.ts';
import type { ProviderEntry } from './provider-entry.ts';
import type { Environment } from './read-variables.ts';

export const providerVariable = 'KANMON_LLM_PROVIDER';
/** The name the seed uses. */
const providerVariableAlias = 'PPTX_LLM_PROVIDER';
const fallbackProvider = 'mock';

/** The provider an environment names: `variable`, else the alias, else `mock`. Names are trimmed and case-insensitive. */
export function chooseProvider(
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
    logger.warn(
      `${variable} and ${providerVariableAlias} name different providers; ${variable} is used`,
    );
  }
  const name = own === '' ? alias : own;
  const wanted = name === '' ? fallbackProvider : name;
  const entry = registry.find((candidate) => candidate.name === wanted);
  if (entry !== undefined) return entry;
  // Somebody may have put a key here by mistake.
  const shown = JSON.stringify(redactSecrets(wanted).slice(0, 40));
  throw new UnknownProviderError(
    `${own === '' ? providerVariableAlias : variable} is set, but ${shown}`,
    registry.map((candidate) => candidate.name),
  );
}

function nameIn(environment: Environment, variable: string): string {
  return environment[variable]?.trim().toLowerCase() ?? '';
}
