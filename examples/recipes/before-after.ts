import { runGate } from '@kanmon/core/gate';
import { fromOpenAI } from '@kanmon/llm-adapters/openai';
import OpenAI from 'openai';
import { context, gate, Task } from './task-gate.ts';

// Instead of the API: a stranger as owner, then a patch of this one place.
const answers = [
  '{"title": "Write the FAQ", "owner": "mallory"}',
  '{"title": "Write the FAQ", "owner": "mallory"}',
  '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}',
];
const answer = async () => {
  const message = { role: 'assistant', content: answers.shift() };
  const usage = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 };
  return Response.json({ choices: [{ index: 0, finish_reason: 'stop', message }], usage });
};
const openai = new OpenAI({ apiKey: 'none', fetch: answer });
const messages = [{ role: 'user' as const, content: 'Plan the spring release' }];

// Before: zod and the OpenAI SDK. The schema is met, the owner is not on the team, and a wrong answer is an exception.
const completion = await openai.chat.completions.create({ model: 'gpt-5-mini', messages });
const before = Task.parse(JSON.parse(completion.choices[0]?.message.content ?? ''));
console.log('before:', before.owner);

// After: the same schema in a gate, with its rule. The model corrects what the gate refuses, within a budget.
const client = fromOpenAI(openai, { model: 'gpt-5-mini' });
const outcome = await runGate(gate, { client, messages, context, budget: { maxAttempts: 3 } });
if (outcome.status === 'passed') console.log('after:', outcome.value.owner);
else console.log('after:', outcome.reason, outcome.best?.findings);
