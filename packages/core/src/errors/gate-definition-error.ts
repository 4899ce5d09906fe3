import { KanmonError, nameError } from './kanmon-error.ts';

/** A gate cannot work as it was defined: a duplicate rule id, a rule without codes, an asynchronous schema. */
export class GateDefinitionError extends KanmonError {
  static {
    nameError(this, 'GateDefinitionError');
  }

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'gate-definition', ...options });
  }
}
