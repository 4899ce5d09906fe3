import type { Locale } from '@kanmon/core';
import type { CheckFinding } from '@kanmon/issue-tracker';

/** One step of a check: what it looks for, and how. */
export interface CheckTask {
  readonly step_id: string;
  readonly title: Readonly<Record<Locale, string>>;
  readonly description: Readonly<Record<Locale, string>>;
  /**
   * Changed whenever the step would find something else; a session remembers it and refuses to go on
   * with another one (QC-006).
   */
  readonly revision: string;
  /** Rejects with `PromptExecutionError` when a model was asked and gave nothing usable. */
  check(text: string, options: { readonly signal: AbortSignal }): Promise<readonly CheckFinding[]>;
}
