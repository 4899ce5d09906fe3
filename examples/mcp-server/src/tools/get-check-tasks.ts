import { SessionLockedError } from '@kanmon/issue-tracker';
import { iterationPolicySchema } from '@kanmon/issue-tracker/schemas';
import * as z from 'zod';
import type { ServerContext } from '../server/context.ts';
import type { Tool } from '../server/tool.ts';
import { localeSchema, progressOf, progressSchema, sessionIdSchema } from './shared-schemas.ts';

const episodeSchema = z.union([
  z.int().min(0),
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[^\p{Cc}]+$/u),
]);

const inputSchema = z
  .object({
    episode_number: episodeSchema.optional().describe('Begin a session for this episode.'),
    session_id: sessionIdSchema.optional(),
    iteration_policy: iterationPolicySchema
      .optional()
      .describe('Bounds of the check-fix-recheck loop, for a new session.'),
    locale: localeSchema,
  })
  .refine(
    ({ episode_number, session_id }) =>
      (episode_number === undefined) !== (session_id === undefined),
    { error: 'expected either episode_number, to begin, or session_id, to go on' },
  );

/** Begins a session and takes the lock of its episode, or looks at a session that was begun. */
export const getCheckTasks: Tool<z.infer<typeof inputSchema>, z.infer<typeof progressSchema>> = {
  name: 'get_check_tasks',
  title: 'Get check tasks',
  description:
    'Begin a check of one episode (give episode_number) or look at one that was begun (give session_id). Answers with the session and the steps to run by execute_check_step.',
  input: inputSchema,
  output: progressSchema,
  readOnly: false,
  async run({ episode_number, session_id, iteration_policy, locale }, context, signal) {
    const sessionId =
      session_id ?? (await beginSession(context, { episode_number, iteration_policy }, signal));
    const { issues: _, ...progress } = await progressOf(context, sessionId, locale);
    return progress;
  },
};

async function beginSession(
  { sessions, actor, tasks }: ServerContext,
  { episode_number = 0, iteration_policy }: Partial<z.infer<typeof inputSchema>>,
  signal: AbortSignal,
): Promise<string> {
  const known = sessions.ofEpisode(episode_number);
  if (known !== undefined) {
    throw new SessionLockedError(
      `episode ${episode_number} is being checked in session ${known}; give that session_id to go on with it`,
      { resource: `episode/${episode_number}` },
    );
  }
  const handle = await sessions.begin(
    {
      episode_number,
      initiator: actor.id,
      template_hashes: Object.fromEntries(tasks.map(({ step_id: id, revision }) => [id, revision])),
      ...(iteration_policy === undefined ? {} : { iteration_policy }),
    },
    { signal },
  );
  return handle.sessionId;
}
