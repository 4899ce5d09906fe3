import { hasErrorMarker, KanmonError } from './kanmon-error.ts';

/** Misuse of the API. The message says what was expected, what came, and what to do. */
export class InvalidArgumentError extends KanmonError {
  override readonly name: string = 'InvalidArgumentError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'invalid-argument', ...options });
  }

  static override isInstance(value: unknown): value is InvalidArgumentError {
    return hasErrorMarker(value) && value.code === 'invalid-argument';
  }
}
