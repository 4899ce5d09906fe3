import { composeClient } from '@kanmon/llm-adapters';
import { createFileCassetteStore } from '@kanmon/llm-adapters/file';
import { fromOpenAI } from '@kanmon/llm-adapters/openai';
import OpenAI from 'openai';

// With a key this asks OpenAI; without one it replays the cassette beside it.
const apiKey = process.env['OPENAI_API_KEY'];
const store = createFileCassetteStore(`${import.meta.dirname}/cassettes/openai.jsonl`);
const client = composeClient(
  fromOpenAI(new OpenAI({ apiKey: apiKey ?? 'none' }), { model: 'gpt-5-mini' }),
  {
    retry: {},
    timeout: { perAttemptMs: 60_000 },
    cassette: { mode: apiKey === undefined ? 'replay' : 'passthrough', store },
  },
);

const messages = [{ role: 'user', content: 'Name one gate in Kyoto.' }] as const;
console.log((await client.generate({ messages })).text);
