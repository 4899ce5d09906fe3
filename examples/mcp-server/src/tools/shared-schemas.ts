import { type Issue } from '@kanmon/issue-tracker';
import { sessionSchema } from '@kanmon/issue-tracker/schemas';
import * as z from 'zod';
import { isOpen } from '../check/record-attempt.ts';
import type { ServerContext } from '../server/context.ts';

/** Longest text a tool takes, in UTF-16 units: a long novella, and far below the limit of a request body. */
export const maxText = 200_000;

/** An id that this server gave out; anything else is refused before a store is asked. */
export const sessionIdSchema = z
  .string()
  .regex(/^SESSION-\d{1,16}-[0-9A-HJKMNP-TV-Z]{10}$/u, {
    error: 'expected the session_id that get_check_tasks gave',
  })
  .describe('The session_id that get_check_tasks gave.');

export const issueIdSchema = z.string().regex(/^ISSUE-\d{1,16}-[0-9A-HJKMNP-TV-Z]{10}$/u, {
  error: 'expected the issue_id of an issue of this session',
});

export const stepIdSchema = z.string().min(1).max(64).describe('A step_id of get_check_tasks.');

export const localeSchema = z.enum(['ja', 'en']).default('ja').describe('Language of texts.');

export const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/u, { error: 'expected a SHA-256 as 64 lower-case hex digits' });

/** The progress of one step of a check. */
export const taskStateSchema = z.object({
  step_id: z.string(),
  title: z.string(),
  description: z.string(),
  attempts: z.int().min(0),
  open_issues: z.int().min(0),
  status: z.enum(['not_run', 'open_issues', 'passed']),
});

/** The progress of the steps of a session. */
export const progressSchema = z.object({
  session: sessionSchema,
  tasks: z.array(taskStateSchema),
  /** The first step that is not passed; null when all are. */
  next_step_id: z.string().nullable(),
});

/** Reads a session the actor may see. Throws `AccessDeniedError` for any other id. */
export async function progressOf(
  { workflow, actor, tasks }: ServerContext,
  sessionId: string,
  locale: 'ja' | 'en',
): Promise<z.infer<typeof progressSchema> & { readonly issues: readonly Issue[] }> {
  const { session, steps, issues } = await workflow.view(sessionId, { actor });
  const states = tasks.map(({ step_id: id, title, description }) => {
    const attempts = steps.filter((step) => step.step_id === id).length;
    const open = issues.filter((issue) => issue.step_id === id && isOpen(issue.state)).length;
    const status = attempts === 0 ? 'not_run' : open === 0 ? 'passed' : 'open_issues';
    return {
      step_id: id,
      title: title[locale],
      description: description[locale],
      attempts,
      open_issues: open,
      status,
    } as const;
  });
  const next = states.find(({ status }) => status !== 'passed')?.step_id ?? null;
  return { session, tasks: states, next_step_id: next, issues };
}

/** Returns an issue for clients: its anchor is hashes, which no client can use. */
export function shown(issue: Issue): Issue {
  return { ...issue, anchor: null };
}
