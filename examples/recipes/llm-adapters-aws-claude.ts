import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { composeClient } from '@kanmon/llm-adapters';
import { fromBedrockConverse } from '@kanmon/llm-adapters/aws-claude';
import { createFileCassetteStore } from '@kanmon/llm-adapters/file';

// With a model id this asks Bedrock, by the credentials of the machine; without one it replays the cassette.
const modelId = process.env['AWS_CLAUDE_MODEL_ID'];
const region = process.env['AWS_REGION'] ?? 'us-east-1';
const store = createFileCassetteStore(`${import.meta.dirname}/cassettes/aws-claude.jsonl`);
const client = composeClient(
  fromBedrockConverse(new BedrockRuntimeClient({ region, maxAttempts: 1 }), {
    modelId: modelId ?? 'anthropic.claude-sonnet-5-5-v1:0',
    commands: { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand },
  }),
  {
    retry: {},
    timeout: { perAttemptMs: 60_000 },
    cassette: { mode: modelId === undefined ? 'replay' : 'passthrough', store },
  },
);

const messages = [{ role: 'user', content: 'Name one gate in Kyoto.' }] as const;
console.log((await client.generate({ messages })).text);
