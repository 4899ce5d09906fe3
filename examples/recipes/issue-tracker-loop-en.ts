import { createMemoryEventStore, sha256Hex } from '@kanmon/core';
import { createWorkflowStateStore, runFixLoop } from '@kanmon/issue-tracker';
import { scriptedChecker } from '@kanmon/issue-tracker/testing';

const texts = new Map<string, string>();
const write = async (text: string) => {
  const hash = sha256Hex(text);
  texts.set(hash, text);
  return { manuscript_hash: hash, manuscript_version_id: `v${texts.size}` };
};
const { manuscript_hash } = await write('He hastily ran home. The sky was blue.');

const workflow = createWorkflowStateStore({ store: createMemoryEventStore() });
const session = await workflow.beginSession({ episode_number: 12, initiator: 'aki' });
try {
  const result = await runFixLoop({
    workflow,
    session,
    manuscript_hash,
    step_ids: ['style'],
    category_tool_map: { '*': { tool_id: 'rewrite' } },
    ports: {
      check: scriptedChecker([{ pattern: 'hastily', category: 'adverb' }]),
      plan: async () => ({
        tool_id: 'rewrite',
        description: 'say it plainly',
        planned_by: 'model',
      }),
      apply: async ({ text }) => ({
        text: text.replace('hastily ', ''),
        description: 'took the adverb out',
        applied_by: 'model',
      }),
      manuscripts: { read: async (hash) => texts.get(hash) ?? null, write },
    },
  });

  console.log(result.status, texts.get(result.manuscript_hash));
  for (const entry of await workflow.timeline(session.sessionId, { actor: { id: 'aki' } })) {
    if (entry.issue_id !== null)
      console.log(entry.type, entry.state_before, '->', entry.state_after);
  }
} finally {
  await workflow.endSession(session);
}
