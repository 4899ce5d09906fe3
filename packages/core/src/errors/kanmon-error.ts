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

/** Base of every error Kanmon throws. Decide by `code`; `isInstance` works across package copies. */
export class KanmonError extends Error {
  /**
   * The name of the class: minifiers may rename the class itself. Each subclass has its own; a subclass without one is
   * recognised by `instanceof` only. A plain text, so that bundlers can drop a class that is not used.
   */
  static readonly errorName: string = 'KanmonError';

  readonly code: string;

  constructor(message: string, options: KanmonErrorOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code;
    Object.defineProperty(this, 'name', { value: new.target.errorName, configurable: true });
    for (const name of namesOf(new.target)) {
      Object.defineProperty(this, markerOf(name), { value: true });
    }
  }

  /** Returns true for an instance of this class or a subclass, from whichever copy of the package. */
  static isInstance<Instance extends KanmonError>(
    this: { readonly prototype: Instance; readonly errorName: string },
    value: unknown,
  ): value is Instance {
    if (typeof value !== 'object' || value === null) return false;
    try {
      if (!Object.hasOwn(this, 'errorName')) return value instanceof (this as never);
      return (
        Reflect.get(value, markerOf(this.errorName)) === true &&
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

/** Returns the names of an error class and of the classes above it. */
function namesOf(errorClass: { readonly errorName: string }): readonly string[] {
  const names: string[] = [];
  for (
    let each: unknown = errorClass;
    typeof each === 'function';
    each = Object.getPrototypeOf(each)
  ) {
    if (Object.hasOwn(each, 'errorName')) names.push(String(Reflect.get(each, 'errorName')));
  }
  return names;
}
