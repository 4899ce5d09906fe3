import type { AnswerInput, AnswerReport } from './answer.ts';
import type { PlanInput, PlanReport } from './plan.ts';
import type { TermsInput, TermsReport } from './terms.ts';

/** The work that the worker does for the tabs: input and report by name. */
export interface Tools {
  readonly answer: { readonly input: AnswerInput; readonly report: AnswerReport };
  readonly terms: { readonly input: TermsInput; readonly report: TermsReport };
  readonly plan: { readonly input: PlanInput; readonly report: PlanReport };
}

export type ToolName = keyof Tools;

/** A message to the worker. */
export interface Job<Name extends ToolName = ToolName> {
  readonly tool: Name;
  readonly input: Tools[Name]['input'];
}

/** A message of the worker: its packages are loaded and the work begins, or the work is done. */
export type JobMessage =
  | { readonly status: 'started' }
  | { readonly status: 'done'; readonly report: Tools[ToolName]['report'] }
  | { readonly status: 'failed'; readonly message: string };
