import { composeClient, createOpenAiCompatibleClient } from '@kanmon/llm-adapters';
import { createFileCassetteStore } from '@kanmon/llm-adapters/file';

// With an address this asks that server (Ollama, vLLM, LM Studio, Groq); without one it replays the cassette.
const baseUrl = process.env['OPENAI_COMPATIBLE_BASE_URL'];
const store = createFileCassetteStore(`${import.meta.dirname}/cassettes/openai-compatible.jsonl`);
const client = composeClient(
  createOpenAiCompatibleClient({
    baseUrl: baseUrl ?? 'http://localhost:11434/v1',
    model: process.env['OPENAI_COMPATIBLE_MODEL'] ?? 'qwen3',
  }),
  {
    retry: {},
    timeout: { perAttemptMs: 60_000 },
    cassette: { mode: baseUrl === undefined ? 'replay' : 'passthrough', store },
  },
);

const messages = [{ role: 'user', content: 'Name one gate in Kyoto.' }] as const;
console.log((await client.generate({ messages })).text);
