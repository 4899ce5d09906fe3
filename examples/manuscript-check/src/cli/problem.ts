import { KanmonError } from '@kanmon/core';

/** Why a manuscript cannot be read. */
export type UnreadableReason =
  | 'missing'
  | 'no-file'
  | 'denied'
  | 'binary'
  | 'encoding'
  | 'empty'
  | 'too-large'
  | 'long-line';

/** Why nothing can be written to a place that an option names. */
export type TargetReason = 'folder' | 'no-folder' | 'no-file' | 'denied' | 'input';

/** A reason why a command cannot go on, as facts; the sentence is made in the reader's language. */
export type Problem =
  | { readonly kind: 'usage'; readonly detail: string }
  | {
      readonly kind: 'unreadable';
      readonly reason: UnreadableReason;
      readonly path: string;
      readonly detail: string;
    }
  | {
      readonly kind: 'bad-target';
      readonly reason: TargetReason;
      readonly option: '--output' | '--sarif' | '--dir';
      readonly path: string;
    }
  | { readonly kind: 'locked'; readonly path: string }
  | { readonly kind: 'unfinished'; readonly path: string; readonly command: string }
  | { readonly kind: 'file-changed'; readonly path: string; readonly kept: string }
  | { readonly kind: 'output-edited'; readonly path: string }
  | { readonly kind: 'nothing-to-resume' }
  | { readonly kind: 'nothing-known'; readonly wanted: string }
  | { readonly kind: 'failed'; readonly detail: string; readonly qcCode: string | null };

/** Ends a command with a problem of the user's world, not of the program. */
export class CommandProblem extends KanmonError {
  static override readonly errorName: string = 'CommandProblem';

  readonly problem: Problem;

  constructor(problem: Problem, options: { readonly cause?: unknown } = {}) {
    super(`manuscript-check cannot go on: ${JSON.stringify(problem)}`, {
      code: `manuscript-check-${problem.kind}`,
      ...options,
    });
    this.problem = problem;
  }
}
