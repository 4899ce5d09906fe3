import { KanmonError, type JsonPointer } from '@kanmon/core';

/** The input of a run, or of an endpoint, cannot be worked with; `path` says where. Code `proposal-input`. */
export class ProposalInputError extends KanmonError {
  override readonly name: string = 'ProposalInputError';
  readonly path: JsonPointer;

  constructor(message: string, options: { readonly path: JsonPointer }) {
    super(message, { code: 'proposal-input' });
    this.path = options.path;
  }

  static override isInstance(value: unknown): value is ProposalInputError {
    return KanmonError.isInstance(value) && value.code === 'proposal-input';
  }
}
