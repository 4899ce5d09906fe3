import { issueSchema } from '@kanmon/issue-tracker/schemas';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { sessionIdSchema, shown } from './shared-schemas.ts';

const inputSchema = z.object({
  session_id: sessionIdSchema.optional(),
  episode_number: z.union([z.int().min(0), z.string().regex(/^\P{Cc}{1,64}$/u)]).optional(),
  category: z.string().min(1).max(128).optional(),
  min_severity: z.enum(['low', 'medium', 'high', 'critical']).optional(),
  include_deferred: z.boolean().default(false),
  limit: z.int().min(1).max(500).default(100),
});

const outputSchema = z.object({
  issues: z.array(issueSchema),
  /** Without the limit. */
  total: z.int(),
});

/** Returns the work that is left, in one session or in all that the actor may see. */
export const listUnresolvedIssues: Tool<
  z.infer<typeof inputSchema>,
  z.infer<typeof outputSchema>
> = {
  name: 'list_unresolved_issues',
  title: 'List unresolved issues',
  description:
    'Issues that nobody has settled yet, in one session or across sessions, by episode, category and severity.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  async run({ limit, ...query }, { workflow, actor }) {
    const given = Object.fromEntries(
      Object.entries(query).filter(([, value]) => value !== undefined),
    );
    const issues = await workflow.unresolved({ actor, ...given });
    return { issues: issues.slice(0, limit).map(shown), total: issues.length };
  },
};
