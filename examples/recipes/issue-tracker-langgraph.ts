import { createMemoryEventStore, sha256Hex } from '@kanmon/core';
import { createWorkflowStateStore, type Decision } from '@kanmon/issue-tracker';
import { createFixLoopGraph } from '@kanmon/issue-tracker/langgraph';
import { scriptedChecker } from '@kanmon/issue-tracker/testing';
import * as langgraph from '@langchain/langgraph';

const texts = new Map<string, string>();
const write = async (text: string) => {
  const manuscript_hash = sha256Hex(text);
  texts.set(manuscript_hash, text);
  return { manuscript_hash, manuscript_version_id: `v${texts.size}` };
};
const { manuscript_hash } = await write('彼は急いで走った！空は青かった。');
const workflow = createWorkflowStateStore({ store: createMemoryEventStore() });
const session = await workflow.beginSession({ episode_number: 12, initiator: 'aki' });

const graph = createFixLoopGraph(langgraph, {
  workflow,
  session,
  checkpointer: new langgraph.MemorySaver(), // or any other: effects are recorded by key in the store
  step_ids: ['style'],
  category_tool_map: { '*': { tool_id: 'rewrite', requires_user_confirmation: true } },
  ports: {
    check: scriptedChecker([{ pattern: '急いで', category: 'adverb' }]),
    plan: async () => ({ tool_id: 'rewrite', description: 'say it plainly', planned_by: 'model' }),
    apply: async ({ text }) => ({
      text: text.replace('急いで', ''),
      description: 'took the adverb out',
      applied_by: 'model',
    }),
    manuscripts: { read: async (hash) => texts.get(hash) ?? null, write },
  },
});
const thread = { configurable: { thread_id: session.sessionId } };
const asked = await graph.invoke({ manuscript_hash }, thread);
const questions = asked.pending;
console.log(
  'asks a person:',
  questions.map(({ kind, tool_id }) => `${kind} ${tool_id}`),
);

// The answer may come days later, from another process with the same checkpointer and store.
const decisions = questions.map(({ issue_id }): Decision => {
  return { issue_id, decision: 'approve', by: 'aki' };
});
try {
  const done = await graph.invoke(new langgraph.Command({ resume: decisions }), thread);
  console.log(done.status, texts.get(done.manuscript_hash));
} finally {
  await workflow.endSession(session);
}
