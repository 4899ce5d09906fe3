import { defineGate } from '@kanmon/core/gate';
import { createMockClient } from '@kanmon/llm-adapters';
import { toAiSdk, withGate } from '@kanmon/llm-adapters/ai-sdk';
import { generateText } from 'ai';
import * as z from 'zod';

const Task = z.object({ title: z.string(), days: z.number().max(5) });
const gate = defineGate({ name: 'task', schema: Task });

// Instead of openai('gpt-5-mini'): a model that plans too long, then corrects this one place.
const wrong = '{"title": "Write the FAQ", "days": 9}';
const patch = '{"patch": [{"op": "replace", "path": "/days", "value": 5}]}';
const model = toAiSdk(createMockClient([wrong, patch])); // AI SDK 6: { specificationVersion: 'v3' }, 5: 'v2'

const { output } = await generateText({ ...withGate(gate, { model }), prompt: 'Plan the FAQ' });
console.log(output);
