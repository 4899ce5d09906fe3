import { MissingProviderVariablesError } from './env-errors.ts';
import type { ProviderEntry, ProviderVariable } from './provider-entry.ts';

/** The environment as it is given; nothing else is ever read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Values by the first name of each variable, and which of them are secret. */
export interface ReadVariables {
  readonly values: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Reads a provider's variables. Blank is missing; everything that is missing is told in one error. */
export function readVariables(environment: Environment, entry: ProviderEntry): ReadVariables {
  const found = new Map<string, string>();
  for (const variable of entry.variables) {
    const value = valueOf(environment, variable);
    if (value !== undefined) found.set(variable.name, value);
  }
  const missing = entry.variables.filter((variable) => isMissing(variable, found));
  if (missing.length > 0) {
    throw new MissingProviderVariablesError({
      provider: entry.name,
      missing: missing.map((variable) => variable.name),
    });
  }
  const secrets = entry.variables.flatMap((variable) =>
    variable.secret === true ? (found.get(variable.name) ?? []) : [],
  );
  for (const variable of entry.variables) {
    if (variable.default !== undefined && !found.has(variable.name)) {
      found.set(variable.name, variable.default);
    }
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
