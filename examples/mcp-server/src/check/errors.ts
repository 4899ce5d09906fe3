import { KanmonError } from '@kanmon/core';

/** A call of a tool that cannot be served as it is: `unknown-step`, `too-many-open-issues`. */
export class ToolInputError extends KanmonError {
  static override readonly errorName: string = 'ToolInputError';
}
