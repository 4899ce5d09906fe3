import { generate } from '@genkit-ai/ai';
import { configureFormats } from '@genkit-ai/ai/formats';
import { defineModel } from '@genkit-ai/ai/model';
import { initNodeFeatures } from '@genkit-ai/core/node';
import { Registry } from '@genkit-ai/core/registry';
import { isGated } from '@kanmon/core/gate';
import { gateMiddleware } from '@kanmon/llm-adapters/genkit';
import { context, gate } from './task-gate.ts';

// With the package `genkit`: const ai = genkit({ plugins }), then ai.generate({ ... }) without a registry.
initNodeFeatures();
const registry = new Registry();
configureFormats(registry);

// Instead of a plugin: a model that names a stranger, then corrects this one place.
const answers = [
  '{"title": "Write the FAQ", "owner": "mallory"}',
  '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}',
];
defineModel(registry, { apiVersion: 'v2', name: 'scripted' }, async () => ({
  message: { role: 'model', content: [{ text: answers.shift() ?? '' }] },
  finishReason: 'stop',
}));

const response = await generate(registry, {
  model: 'scripted',
  prompt: 'Plan the spring release',
  output: { format: 'json' },
  use: [gateMiddleware(gate, { context })],
});

// Genkit hands out a copy of what has passed. Judge it again where it is used.
const output: unknown = response.output;
console.log(isGated(output, gate));
const verdict = gate.validate(output, context);
if (verdict.ok) console.log(verdict.value.owner, isGated(verdict.value, gate));
