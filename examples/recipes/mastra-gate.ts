import { assertGated, gateSchema } from '@kanmon/core/gate';
import { createMockClient } from '@kanmon/llm-adapters';
import { gateMiddleware, toAiSdk } from '@kanmon/llm-adapters/ai-sdk';
import {
  type FlexibleSchema,
  generateText,
  type LanguageModel,
  Output,
  wrapLanguageModel,
} from 'ai';
import { context, gate } from './task-gate.ts';

// Replaces the class `Agent` of @mastra/core (82 MB), which takes a model of the AI SDK and a Standard Schema.
class Agent {
  readonly #options: { id: string; name: string; instructions: string; model: LanguageModel };

  constructor(options: { id: string; name: string; instructions: string; model: LanguageModel }) {
    this.#options = options;
  }

  async generate(
    prompt: string,
    { structuredOutput: { schema } }: { structuredOutput: { schema: FlexibleSchema<unknown> } },
  ): Promise<{ object: unknown }> {
    const { model, instructions } = this.#options;
    const output = Output.object({ schema });
    const result = await generateText({ model, instructions, output, prompt });
    return { object: result.output };
  }
}

// Instead of a model such as openai('gpt-5-mini'): it names a stranger, then corrects this one place.
const model = toAiSdk(
  createMockClient([
    '{"title": "Write the FAQ", "owner": "mallory"}',
    '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}',
  ]),
);

const agent = new Agent({
  id: 'planner',
  name: 'Planner',
  instructions: 'You plan the work of a team.',
  // The gate in the model corrects, and holds streams.
  model: wrapLanguageModel({ model, middleware: gateMiddleware(gate, { context }) }),
});
// The gate as the schema returns the gated value. Mastra types it as unknown.
const { object } = await agent.generate('Plan the spring release', {
  structuredOutput: { schema: gateSchema(gate, { context }) },
});
assertGated(object, gate);
console.log(object.owner);
