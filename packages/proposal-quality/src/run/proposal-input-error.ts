import { KanmonError, type JsonPointer } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** The input of a run, or of an endpoint, cannot be worked with; `path` says where. Code `proposal-input`. */
export class ProposalInputError extends KanmonError {
  static {
    nameError(this, 'ProposalInputError');
  }

  readonly path: JsonPointer;

  constructor(message: string, options: { readonly path: JsonPointer }) {
    super(message, { code: 'proposal-input' });
    this.path = options.path;
  }
}
