import type { FixTrace, TimelineEntry } from '@kanmon/issue-tracker';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { issueIdSchema, sessionIdSchema } from './shared-schemas.ts';

const inputSchema = z.object({
  session_id: sessionIdSchema,
  issue_id: issueIdSchema.optional().describe('Only what happened to this issue.'),
  after_version: z.int().min(0).default(0).describe('Only entries after this one.'),
  limit: z.int().min(1).max(500).default(100),
});

const issueStateSchema = z
  .enum(['New', 'InProgress', 'Partial', 'Deferred', 'Resolved', 'Recurrence'])
  .nullable();

const entrySchema: z.ZodType<TimelineEntry> = z.object({
  version: z.int(),
  at: z.string(),
  actor: z.string().nullable(),
  type: z.string(),
  issue_id: z.string().nullable(),
  state_before: issueStateSchema,
  state_after: issueStateSchema,
  summary: z.string(),
});

const fixTraceSchema: z.ZodType<FixTrace> = z.object({
  issue_id: z.string(),
  resolution_attempt: z.int(),
  proposed: z.object({ tool_id: z.string(), description: z.string(), at: z.string() }).nullable(),
  applied: z
    .object({
      tool_used: z.string().nullable(),
      description: z.string(),
      diff_ref: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  verified: z.object({ status: z.string(), recurrence_score: z.number().nullable() }).nullable(),
  match: z.enum(['as_planned', 'other_tool', 'unplanned', 'not_applied']),
});

const outputSchema = z.object({
  entries: z.array(entrySchema),
  /** Pass it as after_version to read on; null at the end. */
  next_after_version: z.int().nullable(),
  /** The proposal for each issue, the applied fix, and its verdict. */
  fixes: z.array(fixTraceSchema),
});

/** Returns the events of a session, in order. */
export const getCheckHistory: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'get_check_history',
  title: 'Get check history',
  description:
    'What happened in a check, in order: every event with the state of its issue before and after, and for each fix what was planned, done and verified.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  async run({ session_id, issue_id, after_version, limit }, { workflow, actor }) {
    const timeline = await workflow.timeline(session_id, {
      actor,
      ...(issue_id === undefined ? {} : { issue_id }),
    });
    const later = timeline.filter(({ version }) => version > after_version);
    const entries = later.slice(0, limit);
    const fixes = await workflow.fixTrace(session_id, { actor });
    return {
      entries,
      next_after_version: later.length > limit ? (entries.at(-1)?.version ?? null) : null,
      fixes: fixes
        .filter((fix) => issue_id === undefined || fix.issue_id === issue_id)
        .slice(0, limit),
    };
  },
};
