import { createMockClient } from '@kanmon/llm-adapters';
import { toAiSdk, withGate } from '@kanmon/llm-adapters/ai-sdk';
import { createUIMessageStream, streamText } from 'ai';
import { context, gate } from './task-gate.ts';

// Instead of a model such as openai('gpt-5-mini').
const model = toAiSdk(
  createMockClient([
    '{"title": "Write the FAQ", "owner": "mallory"}',
    '{"title": "Write the FAQ", "owner": "kim"}',
  ]),
);

// Members are shown once they are finished and no rule has refused them. All parts have one id, so that a reader
// replaces what was shown, also when a correction begins again.
const stream = createUIMessageStream({
  async execute({ writer }) {
    const result = streamText({
      ...withGate(gate, { model, context, stream: 'settled' }),
      prompt: 'Plan the spring release',
    });
    for await (const task of result.partialOutputStream) {
      writer.write({ type: 'data-task', id: 'task', data: { task, done: false } });
    }
    writer.write({
      type: 'data-task',
      id: 'task',
      data: { task: await result.output, done: true },
    });
  },
  // The message of a rejection holds codes, and no word of the model.
  onError: String,
});

// In a route: return createUIMessageStreamResponse({ stream }).
for await (const part of stream) console.log(JSON.stringify(part));
