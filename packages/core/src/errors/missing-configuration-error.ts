import { KanmonError } from './kanmon-error.ts';

/** A key or variable is not set. The message is the user's text: `OPENAI_API_KEY is not set`. */
export class MissingConfigurationError extends KanmonError {
  static override readonly errorName: string = 'MissingConfigurationError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'missing-configuration', ...options });
  }
}
