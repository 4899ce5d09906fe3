import { planMultiStepQuery } from '@kanmon/multistep-planner';
import {
  dialogMessageSchema,
  multiStepQueryPlanSchema,
  planSourceSchema,
  reasonSchema,
} from '@kanmon/multistep-planner/schemas';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';

/** A model that has not planned by then is not waited for: the rule plan is there already. */
const plannerDeadlineMs = 30_000;

const inputSchema = z.object({
  message: z.string().min(1).max(4_000).describe('What the user asks now.'),
  history: z.array(dialogMessageSchema).max(50).default([]).describe('The dialog, oldest first.'),
  language: z.enum(['ja', 'en', 'auto']).default('auto'),
  top_k: z.int().min(1).max(20).default(8),
});

const outputSchema = z.object({
  plan: multiStepQueryPlanSchema,
  source: planSourceSchema,
  reasons: z.array(reasonSchema),
  scores: z.object({ clarify: z.number(), followup: z.number() }),
});

/** Plans how to answer a message. */
export const planQuery: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'plan_query',
  title: 'Plan query',
  description:
    'Plan how to answer a message of a dialog: which searches to run, whether it follows up on an earlier turn, and whether a clarifying question must come first. Every decision has its reasons.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  async run({ message, history, language, top_k }, { client }, signal) {
    const { plan, source, reasons, scores } = await planMultiStepQuery(
      { message, history, language, topK: top_k },
      {
        signal,
        deadline: Date.now() + plannerDeadlineMs,
        ...(client === undefined ? {} : { client }),
      },
    );
    return { plan, source, reasons: [...reasons], scores };
  },
};
