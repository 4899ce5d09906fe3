import { composeClient } from '@kanmon/llm-adapters';
import { fromAzureOpenAI } from '@kanmon/llm-adapters/azure-openai';
import { createFileCassetteStore } from '@kanmon/llm-adapters/file';
import { AzureOpenAI } from 'openai';

// With a key this asks Azure; without one it replays the cassette beside it.
const apiKey = process.env['AZURE_OPENAI_API_KEY'];
const endpoint = process.env['AZURE_OPENAI_ENDPOINT'] ?? 'https://example.openai.azure.com';
const store = createFileCassetteStore(`${import.meta.dirname}/cassettes/azure-openai.jsonl`);
const client = composeClient(
  fromAzureOpenAI(
    new AzureOpenAI({ apiKey: apiKey ?? 'none', endpoint, apiVersion: '2024-10-21' }),
    { deployment: process.env['AZURE_OPENAI_DEPLOYMENT'] ?? 'drafts' },
  ),
  {
    retry: {},
    timeout: { perAttemptMs: 60_000 },
    cassette: { mode: apiKey === undefined ? 'replay' : 'passthrough', store },
  },
);

const messages = [{ role: 'user', content: 'Name one gate in Kyoto.' }] as const;
console.log((await client.generate({ messages })).text);
