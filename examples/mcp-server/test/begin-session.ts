import type { Client } from '@modelcontextprotocol/client';
import { ask } from '../src/client/call-tool.ts';
import { getCheckTasks } from '../src/tools/get-check-tasks.ts';

/** Begins a session for an episode; gives its id. */
export async function beginSession(client: Client, episode_number: string): Promise<string> {
  const { session } = await ask(client, getCheckTasks, { episode_number });
  return session.session_id;
}
