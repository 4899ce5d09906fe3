import { selectTools } from '@kanmon/issue-tracker';
import { takeExcerpt } from '@kanmon/issue-tracker/manuscript';
import { issueSchema, stepExecutionSchema } from '@kanmon/issue-tracker/schemas';
import * as z from 'zod';
import { categoryTools } from '../check/category-tools.ts';
import { excerptedIssues, isOpen } from '../check/record-attempt.ts';
import { runCheckStep } from '../check/run-check-step.ts';
import { hashOf } from '../server/text-store.ts';
import type { Tool } from '../server/tool.ts';
import {
  hashSchema,
  issueIdSchema,
  maxText,
  progressOf,
  sessionIdSchema,
  shown,
  stepIdSchema,
} from './shared-schemas.ts';

const inputSchema = z
  .object({
    session_id: sessionIdSchema,
    step_id: stepIdSchema,
    text: z.string().min(1).max(maxText).optional().describe('The manuscript as it is now.'),
    manuscript_hash: hashSchema
      .optional()
      .describe('SHA-256 of the manuscript, instead of a text that was sent before.'),
    applied_fixes: z
      .array(
        z.object({
          issue_id: issueIdSchema,
          description: z.string().min(1).max(2_000),
          tool_used: z.string().min(1).max(64).optional(),
        }),
      )
      .max(50)
      .default([])
      .describe('What was done about issues since the last attempt.'),
  })
  .refine(({ text, manuscript_hash }) => text !== undefined || manuscript_hash !== undefined, {
    error: 'expected text, or the manuscript_hash of a text that was sent before',
  });

const outputSchema = z.object({
  step: stepExecutionSchema,
  /** Every issue of the step that is still open. */
  issues: z.array(issueSchema),
  /** The place of each issue in the text, and the tools that are offered for it. */
  places: z.array(
    z.object({ issue_id: z.string(), excerpt: z.string(), available_tools: z.array(z.string()) }),
  ),
  counts: z.record(z.string(), z.int()),
  manuscript_hash: z.string(),
  /** True when this text was checked before and nothing was written. */
  replayed: z.boolean(),
  next_step_id: z.string().nullable(),
});

/** Runs one step over a manuscript; from the second attempt on it judges the fixes. */
export const executeCheckStep: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'execute_check_step',
  title: 'Execute check step',
  description:
    'Run one step of a check over the manuscript. Answers with the open issues and their places. After fixing, call it again with the new text and applied_fixes: earlier issues are followed to their new places and judged as resolved, partial or recurring.',
  input: inputSchema,
  output: outputSchema,
  readOnly: false,
  async run(input, context, signal) {
    const { step, issues, text, replayed } = await runCheckStep(context, input, signal);
    const open = issues.filter(({ state }) => isOpen(state));
    const hash = hashOf(text);
    const progress = await progressOf(context, input.session_id, 'en');
    if (progress.next_step_id === null && progress.session.current_status === 'running') {
      await context.sessions.use(input.session_id, { signal }, context.sessions.complete);
    }
    return {
      step,
      issues: open.map(shown),
      places: excerptedIssues(issues, input.step_id, hash).flatMap((issue) =>
        issue.text_range === null
          ? []
          : [
              {
                issue_id: issue.issue_id,
                excerpt: takeExcerpt(text, issue.text_range).excerpt,
                available_tools: selectTools(issue, categoryTools).available_tools.map(
                  ({ tool_id }) => tool_id,
                ),
              },
            ],
      ),
      counts: countStates(issues),
      manuscript_hash: hash,
      replayed,
      next_step_id: progress.next_step_id,
    };
  },
};

function countStates(issues: readonly { readonly state: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of issues) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
