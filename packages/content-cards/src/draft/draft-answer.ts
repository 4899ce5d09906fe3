import type { LlmFinish } from '@kanmon/core';
import type { GateOutcome } from '@kanmon/core/gate';
import type { DraftAnswer } from './draft-gate.ts';

/** What came of asking for a draft. */
export interface ReadAnswer {
  readonly value: unknown;
  /** The last answer as it came. */
  readonly text: string;
  readonly warnings: readonly string[];
  /** Something to make a draft of; else the slide keeps its own title. */
  readonly isUsable: boolean;
  /** The call itself failed. */
  readonly failed: boolean;
}

const finishWarnings: Readonly<Record<LlmFinish, string | null>> = {
  stop: null,
  refusal: null,
  length: 'finish_length',
  'content-filter': 'finish_content-filter',
  'tool-calls': 'finish_other',
  other: 'finish_other',
};

/** The value that passed, the one that came nearest, or the text of the last answer. Null: no call was made. */
export function readAnswer(outcome: GateOutcome<DraftAnswer> | null): ReadAnswer {
  const unusable = { value: null, isUsable: false, failed: false };
  if (outcome === null) return { ...unusable, text: '', warnings: ['draft_failed'] };
  let text = '';
  let finish: LlmFinish = 'stop';
  for (const event of outcome.events) {
    if (event.type !== 'response-received' || !('text' in event)) continue;
    ({ text, finish } = event);
  }
  const warning = finishWarnings[finish];
  const warnings = warning === null ? [] : [warning];
  const usable = { text, warnings, isUsable: true, failed: false };
  if (outcome.status === 'passed') return { ...usable, value: outcome.value };
  const isRefused = finish === 'refusal' || outcome.reason === 'refused';
  if (isRefused) warnings.push('response_refused');
  // A correction that is refused or fails takes nothing from the attempt before it.
  if (outcome.best !== undefined) return { ...usable, value: outcome.best.value };
  if (isRefused) return { ...unusable, text, warnings };
  const failed = outcome.reason === 'generate-failed';
  if (failed || outcome.reason === 'aborted' || text.trim() === '')
    return { ...unusable, text, failed, warnings: [...warnings, 'draft_failed'] };
  return { ...usable, value: null };
}
