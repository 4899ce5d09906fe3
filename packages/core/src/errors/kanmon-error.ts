/** Constructor options shared by every error of the family. */
export interface KanmonErrorOptions {
  /** Stable kebab-case code. */
  readonly code: string;
  readonly cause?: unknown;
}

/** The registered symbol of an error class: equal in every copy of the package. */
function markerOf(className: string): symbol {
  return Symbol.for(`kanmon.error.${className}`);
}

/**
 * Names an error class: sets `name` of its instances and the mark by which `isInstance` recognises
 * the class and its subclasses, also those of another copy of the package. Called once, in a static
 * block of the class; minifiers may rename the class itself.
 */
export function nameError(errorClass: { readonly prototype: KanmonError }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true });
  Object.defineProperty(errorClass.prototype, markerOf(name), { value: true });
}

/** Base of every error Kanmon throws. Decide by `code`; `isInstance` works across package copies. */
export class KanmonError extends Error {
  static {
    nameError(this, 'KanmonError');
  }

  readonly code: string;

  constructor(message: string, options: KanmonErrorOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code;
  }

  /** Returns true for an instance of this class or a subclass, from whichever copy of the package. */
  static isInstance<Instance extends KanmonError>(
    this: { readonly prototype: Instance },
    value: unknown,
  ): value is Instance {
    if (typeof value !== 'object' || value === null) return false;
    try {
      // A subclass that was not named has no mark.
      if (!Object.hasOwn(this.prototype, 'name')) return value instanceof (this as never);
      return (
        Reflect.get(value, markerOf(this.prototype.name)) === true &&
        typeof Reflect.get(value, 'code') === 'string'
      );
    } catch {
      return false; // a getter or a proxy that throws: none of our errors
    }
  }

  /** The members that may leave the process: never the cause, never a stack. */
  toJSON(): { name: string; code: string; message: string } {
    return { name: this.name, code: this.code, message: this.message };
  }
}
