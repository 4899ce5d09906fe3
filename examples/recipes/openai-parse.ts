import { isGated } from '@kanmon/core/gate';
import OpenAI from 'openai';
import { context, gate } from './task-gate.ts';

// Instead of the API: an answer in a fence, which JSON.parse refuses.
const content = 'Sure!\n```json\n{"title": "Write the FAQ", "owner": "kim",}\n```';
const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
const openai = new OpenAI({ apiKey: 'none', fetch: async () => Response.json({ choices }) });

// `parse` calls `$parseRaw` beside the schema instead of JSON.parse; it is not sent.
const completion = await openai.chat.completions.parse({
  model: 'gpt-5-mini',
  messages: [{ role: 'user', content: 'Plan the spring release' }],
  response_format: {
    type: 'json_schema',
    json_schema: { name: gate.name, schema: { ...gate.definition.jsonSchema } },
    $parseRaw(text: string) {
      const verdict = gate.read(text, context);
      if (verdict.ok) return verdict.value;
      throw new Error(verdict.errors.join('; '));
    },
  },
});
const parsed: unknown = completion.choices[0]?.message.parsed;
console.log(parsed, isGated(parsed, gate));
