import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { localeSchema, progressOf, progressSchema, sessionIdSchema } from './shared-schemas.ts';

const inputSchema = z.object({ session_id: sessionIdSchema, locale: localeSchema });

const outputSchema = progressSchema.extend({
  /** Issues by their state. */
  counts: z.record(z.string(), z.int()),
});

/** Returns the state of a session. */
export const getCheckStatus: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'get_check_status',
  title: 'Get check status',
  description:
    'Where a check stands: its session with lock and policy, how far each step has come, and how many issues are in which state.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  async run({ session_id, locale }, context) {
    const { issues, ...progress } = await progressOf(context, session_id, locale);
    const counts: Record<string, number> = {};
    for (const { state } of issues) counts[state] = (counts[state] ?? 0) + 1;
    return { ...progress, counts };
  },
};
