import { createMockClient, pipe, withRetry } from '@kanmon/llm-adapters';
import { fromAiSdk, toAiSdk } from '@kanmon/llm-adapters/ai-sdk';
import { generateText } from 'ai';

// Any client is a model of the AI SDK, and any model of the AI SDK is a client.
const model = toAiSdk(pipe(createMockClient(['The Rashomon.', 'It is gone.']), withRetry()));
const { text } = await generateText({ model, prompt: 'Name one gate in Kyoto.' });
console.log(text);

const client = fromAiSdk(model);
const messages = [{ role: 'user', content: 'Where does it stand?' }] as const;
console.log((await client.generate({ messages })).text);
