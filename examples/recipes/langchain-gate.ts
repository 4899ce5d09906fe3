import { isGated } from '@kanmon/core/gate';
import { gated, gateMiddleware } from '@kanmon/llm-adapters/langchain';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { AIMessage, createAgent, fakeModel } from 'langchain';
import { context, gate, Task } from './task-gate.ts';

// The model names a stranger, then corrects this one place.
const scripted = () =>
  fakeModel()
    .respond(new AIMessage('{"title": "Write the FAQ", "owner": "mallory"}'))
    .respond(new AIMessage('{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}'));

// In a chain.
const prompt = ChatPromptTemplate.fromTemplate('Plan this: {topic}');
const task = await prompt
  .pipe(gated(scripted(), gate, { context }))
  .invoke({ topic: 'the spring release' });
console.log('chain:', task.owner, isGated(task, gate));

// In an agent: `responseFormat` gives the type, the gate judges.
const agent = createAgent({
  model: scripted(),
  responseFormat: Task,
  middleware: [gateMiddleware(gate, { context })],
});
const { structuredResponse } = await agent.invoke({
  messages: [{ role: 'user', content: 'Plan the spring release' }],
});
console.log('agent:', structuredResponse.owner, isGated(structuredResponse, gate));
