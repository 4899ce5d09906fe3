import { KanmonError } from '../errors/kanmon-error.ts';

/** An error class with a fixed name and code; `Fields` are the members that its instances add. */
export interface DefinedErrorClass<Fields extends object> {
  new (
    message: string,
    options?: Partial<Fields> & { readonly cause?: unknown },
  ): KanmonError & Readonly<Fields>;
  readonly prototype: KanmonError & Readonly<Fields>;
  readonly errorName: string;
  readonly isInstance: typeof KanmonError.isInstance;
}

/**
 * Creates an error class that only adds a name, a code and data to `KanmonError`. Its constructor takes
 * `(message, { cause?, ...fields })`; a field that is not passed has its value of `defaults`.
 *
 * @example
 * export const LockedError = defineError<{ resource?: string }>('LockedError', 'locked');
 * export type LockedError = InstanceType<typeof LockedError>;
 */
export function defineError<Fields extends object = object>(
  name: string,
  code: string,
  defaults?: Fields,
): DefinedErrorClass<Fields> {
  class DefinedError extends KanmonError {
    static override readonly errorName: string = name;

    constructor(message: string, options: object = {}) {
      const { cause, ...fields }: { readonly cause?: unknown } = options;
      super(message, 'cause' in options ? { code, cause } : { code });
      Object.assign(this, defaults, fields);
    }
  }
  // A class expression cannot name the fields that Object.assign adds.
  return DefinedError as unknown as DefinedErrorClass<Fields>;
}
