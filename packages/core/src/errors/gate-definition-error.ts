import { KanmonError } from './kanmon-error.ts';

/** A gate cannot work as it was defined: a duplicate rule id, a rule without codes, an asynchronous schema. */
export class GateDefinitionError extends KanmonError {
  static override readonly errorName: string = 'GateDefinitionError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'gate-definition', ...options });
  }
}
