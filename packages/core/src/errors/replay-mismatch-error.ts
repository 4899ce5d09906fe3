import { hasErrorMarker, KanmonError } from './kanmon-error.ts';

/** A recorded log does not lead to its own outcome. The message says at which event. */
export class ReplayMismatchError extends KanmonError {
  override readonly name: string = 'ReplayMismatchError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'replay-mismatch', ...options });
  }

  static override isInstance(value: unknown): value is ReplayMismatchError {
    return hasErrorMarker(value) && value.code === 'replay-mismatch';
  }
}
