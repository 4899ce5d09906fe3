import { planByRules, type PlanOutcome } from '@kanmon/multistep-planner';
import { linesOf } from './lines.ts';

export interface PlanInput {
  readonly message: string;
  /** One turn a line, from the oldest: `user: ...` or `assistant: ...`. */
  readonly history: string;
}

export type PlanReport = Pick<PlanOutcome, 'plan' | 'reasons' | 'scores'>;

const assistant = /^(?:assistant|a|応答|アシスタント|ai|bot)$/iu;

/** Plans a message by rules. */
export function planMessage({ message, history }: PlanInput): PlanReport {
  const { plan, reasons, scores } = planByRules({
    message,
    history: linesOf(history).map(({ label, text }) => ({
      role: assistant.test(label ?? '') ? 'assistant' : 'user',
      content: text,
    })),
  });
  return { plan, reasons, scores };
}
