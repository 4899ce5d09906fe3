import { KanmonError, MissingConfigurationError } from '@kanmon/core';

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
      `the provider ${provider} needs the package ${details.package}, which ${details.problem}. Install it with: npm install ${details.package}${alternative === undefined ? '' : `. Or ${alternative}`}`,
      { code: 'provider-package-missing' },
    );
    this.package = details.package;
  }
}
