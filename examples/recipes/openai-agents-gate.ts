import { gateSchema, isGated } from '@kanmon/core/gate';
import { gateModel } from '@kanmon/llm-adapters/openai-agents';
import { Agent, Runner } from '@openai/agents';
import { assistantMessage, ScriptedModel } from '@openai/agents/testing';
import { context, gate } from './task-gate.ts';

// Instead of a model such as new OpenAIResponsesModel(openai, 'gpt-5-mini').
const model = new ScriptedModel([
  [assistantMessage('{"title": "Write the FAQ", "owner": "mallory"}')],
  [assistantMessage('{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}')],
]);

const agent = new Agent({
  name: 'planner',
  model: gateModel(model, gate, { context }),
  outputType: gateSchema(gate, { context }),
});
const runner = new Runner({ tracingDisabled: true });
const { finalOutput, state } = await runner.run(agent, 'Plan the spring release');
console.log(finalOutput?.owner, isGated(finalOutput, gate), state.usage.requests);
