import { GateRejectedError, isGated } from '@kanmon/core/gate';
import { createMockClient } from '@kanmon/llm-adapters';
import { toAiSdk, withGate } from '@kanmon/llm-adapters/ai-sdk';
import { generateText, streamText } from 'ai';
import { context, gate } from './task-gate.ts';

// Instead of a model such as openai('gpt-5-mini'): it names a stranger, then corrects this one place.
const wrong = '{"title": "Write the FAQ", "owner": "mallory"}';
const patch = '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}';
const scripted = (...answers: string[]) => toAiSdk(createMockClient(answers));
const prompt = 'Plan the spring release';

const model = scripted(wrong, patch);
const { output, usage } = await generateText({ ...withGate(gate, { model, context }), prompt });
console.log('generate:', output.owner, isGated(output, gate), usage.outputTokens !== undefined);

// A stream shows nothing of a rejected answer: the text comes once it has passed.
const streamed = streamText({
  ...withGate(gate, { model: scripted(wrong, patch), context }),
  prompt,
});
let shown = '';
for await (const delta of streamed.textStream) shown += delta;
console.log('stream:', shown, isGated(await streamed.output, gate));

// An answer that stays wrong is an error.
try {
  const budget = { maxAttempts: 1 };
  const gated = withGate(gate, { model: scripted(wrong), context, budget });
  await generateText({ ...gated, prompt });
} catch (error) {
  if (!GateRejectedError.isInstance(error)) throw error;
  console.log(
    'rejected:',
    error.outcome.best?.findings.map((each) => gate.format(each)),
  );
}
