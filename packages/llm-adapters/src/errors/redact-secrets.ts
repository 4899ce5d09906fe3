import { checkOptions, createSecretRedactor } from '@kanmon/core/kit';

/** What is known to be secret besides what looks like it. */
export interface RedactSecretsOptions {
  /** Literal values to remove: the keys an adapter was given. */
  readonly values?: readonly string[];
}

/**
 * Replaces everything in `text` that looks like a provider's credential, and every given value in all
 * its usual spellings (percent-encoded, base64, escaped), by `[redacted]`. Linear in the text.
 */
export function redactSecrets(text: string, options: RedactSecretsOptions = {}): string {
  checkOptions(options, { values: true }, 'redactSecrets(text, options)');
  return createSecretRedactor(options.values)(text);
}
