import Anthropic from '@anthropic-ai/sdk';
import { composeClient } from '@kanmon/llm-adapters';
import { fromAnthropic } from '@kanmon/llm-adapters/claude';
import { createFileCassetteStore } from '@kanmon/llm-adapters/file';

// With a key this asks Anthropic; without one it replays the cassette beside it.
const apiKey = process.env['ANTHROPIC_API_KEY'];
const store = createFileCassetteStore(`${import.meta.dirname}/cassettes/claude.jsonl`);
const client = composeClient(
  fromAnthropic(new Anthropic({ apiKey: apiKey ?? 'none' }), {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 200,
  }),
  {
    retry: {},
    timeout: { perAttemptMs: 60_000 },
    cassette: { mode: apiKey === undefined ? 'replay' : 'passthrough', store },
  },
);

const messages = [{ role: 'user', content: 'Name one gate in Kyoto.' }] as const;
console.log((await client.generate({ messages })).text);
