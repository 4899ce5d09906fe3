/** Survives two copies of the package in one process, which `instanceof` does not. */
const errorMarker = Symbol.for('kanmon.error');

/** Constructor options shared by every error of the family. */
export interface KanmonErrorOptions {
  /** Stable kebab-case code. */
  readonly code: string;
  readonly cause?: unknown;
}

/** True when `value` is an error of the family, from whichever copy of the package. */
export function hasErrorMarker(value: unknown): value is KanmonError {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, errorMarker) === true &&
    typeof Reflect.get(value, 'code') === 'string'
  );
}

/** Base of every error Kanmon throws. Decide by `code`; `isInstance` works across package copies. */
export class KanmonError extends Error {
  static {
    Object.defineProperty(this.prototype, errorMarker, { value: true });
  }

  override readonly name: string = 'KanmonError';
  readonly code: string;

  constructor(message: string, options: KanmonErrorOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code;
  }

  static isInstance(value: unknown): value is KanmonError {
    return hasErrorMarker(value);
  }

  /** What may leave the process: never the cause, never a stack. */
  toJSON(): { name: string; code: string; message: string } {
    return { name: this.name, code: this.code, message: this.message };
  }
}
