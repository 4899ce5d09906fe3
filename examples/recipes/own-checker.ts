import { createMemoryEventStore, sha256Hex } from '@kanmon/core';
import { type CheckFinding, createWorkflowStateStore, runFixLoop } from '@kanmon/issue-tracker';

/** A checker is a function from text to findings: a rule, a linter, a model behind a gate. */
function findLongSentences(text: string): CheckFinding[] {
  return [...text.matchAll(/[^。]+。/g)]
    .filter(([sentence]) => sentence.length > 20)
    .map(({ 0: sentence, index }) => ({
      category: 'long-sentence',
      severity: 'medium',
      text_range: { start: index, end: index + sentence.length },
      description: `the sentence has ${sentence.length} characters, at most 20 are wanted`,
    }));
}

const texts = new Map<string, string>();
const write = async (text: string) => {
  const manuscript_hash = sha256Hex(text);
  texts.set(manuscript_hash, text);
  return { manuscript_hash, manuscript_version_id: `v${texts.size}` };
};
const { manuscript_hash } = await write('朝は早く起きて庭に水をまき、そのあと町まで歩いた。雨だ。');

const workflow = createWorkflowStateStore({ store: createMemoryEventStore() });
const session = await workflow.beginSession({ episode_number: 3, initiator: 'aki' });
try {
  const result = await runFixLoop({
    workflow,
    session,
    manuscript_hash,
    step_ids: ['length'],
    category_tool_map: { 'long-sentence': { tool_id: 'split' } },
    ports: {
      check: async ({ text }) => findLongSentences(text),
      plan: async () => ({ tool_id: 'split', description: 'split in two', planned_by: 'editor' }),
      apply: async ({ text }) => ({
        text: text.replace('まき、そのあと', 'まいた。そのあと'),
        description: 'split at the comma',
        applied_by: 'editor',
      }),
      manuscripts: { read: async (hash) => texts.get(hash) ?? null, write },
    },
  });
  console.log(result.status, 'after', result.iterations, 'round');
  console.log(texts.get(result.manuscript_hash));
} finally {
  await workflow.endSession(session);
}
