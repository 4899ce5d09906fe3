import { hasErrorMarker, KanmonError } from './kanmon-error.ts';

/** A renderer or applier was given a value that its gate did not pass. */
export class NotGatedError extends KanmonError {
  override readonly name: string = 'NotGatedError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'not-gated', ...options });
  }

  static override isInstance(value: unknown): value is NotGatedError {
    return hasErrorMarker(value) && value.code === 'not-gated';
  }
}
