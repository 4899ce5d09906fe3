import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** A call of a tool that cannot be served as it is: `unknown-step`, `too-many-open-issues`. */
export class ToolInputError extends KanmonError {
  static {
    nameError(this, 'ToolInputError');
  }
}
