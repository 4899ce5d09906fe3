import Anthropic from '@anthropic-ai/sdk';
import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import type { LlmClient } from '@kanmon/core';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import OpenAI, { AzureOpenAI } from 'openai';
import OpenAI6 from 'openai-v6';
import { fromBedrockConverse } from '../../src/aws-claude.ts';
import { fromAzureOpenAI } from '../../src/azure-openai.ts';
import { fromAnthropic } from '../../src/claude.ts';
import { type AdapterDefaults, createOpenAiCompatibleClient } from '../../src/index.ts';
import { fromOpenAI } from '../../src/openai.ts';

/** The key every test client is built with; it must appear nowhere but in request headers. */
export const canaryKey = 'canary-key-0123456789';

/** The answer of one provider on the wire. */
export type WireFormat = 'chat' | 'responses' | 'messages' | 'converse';

export interface ProviderUnderTest {
  readonly name: string;
  readonly format: WireFormat;
  make(url: string, defaults?: AdapterDefaults): LlmClient;
}

// The SDKs' own retries stay at their defaults: the adapters must switch them off per call.
const openai = (url: string): OpenAI => new OpenAI({ apiKey: canaryKey, baseURL: `${url}/v1` });

/** Every adapter over its real SDK. */
export const providers: readonly ProviderUnderTest[] = [
  {
    name: 'openai chat',
    format: 'chat',
    make: (url, defaults = {}) => fromOpenAI(openai(url), { model: 'gpt-test', defaults }),
  },
  {
    name: 'openai 6 chat',
    format: 'chat',
    make: (url, defaults = {}) =>
      fromOpenAI(new OpenAI6({ apiKey: canaryKey, baseURL: `${url}/v1` }), {
        model: 'gpt-test',
        defaults,
      }),
  },
  {
    name: 'openai responses',
    format: 'responses',
    make: (url, defaults = {}) =>
      fromOpenAI(openai(url), { model: 'gpt-test', api: 'responses', defaults }),
  },
  {
    name: 'azure-openai',
    format: 'chat',
    make: (url, defaults = {}) =>
      fromAzureOpenAI(
        new AzureOpenAI({ apiKey: canaryKey, endpoint: url, apiVersion: '2024-10-21' }),
        { deployment: 'gpt-test', defaults },
      ),
  },
  {
    name: 'claude',
    format: 'messages',
    make: (url, defaults = {}) =>
      fromAnthropic(new Anthropic({ apiKey: canaryKey, baseURL: url }), {
        model: 'claude-test',
        maxOutputTokens: 1024,
        defaults,
      }),
  },
  {
    name: 'aws-claude converse',
    format: 'converse',
    make: (url, defaults = {}) =>
      fromBedrockConverse(
        new BedrockRuntimeClient({
          region: 'us-east-1',
          endpoint: url,
          // A client of one's own keeps its settings, so one attempt is set here.
          maxAttempts: 1,
          credentials: { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: canaryKey },
          // Plain HTTP/1.1: the default handler asks for HTTP/2, which loopback servers do not speak.
          requestHandler: new NodeHttpHandler(),
        }),
        {
          modelId: 'anthropic.claude-test-v1:0',
          commands: { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand },
          defaults,
        },
      ),
  },
  {
    name: 'openai-compatible',
    format: 'chat',
    make: (url, defaults = {}) =>
      createOpenAiCompatibleClient({
        baseUrl: `${url}/v1`,
        model: 'gpt-test',
        apiKey: canaryKey,
        jsonMode: 'schema',
        defaults,
      }),
  },
];

/** Anthropic's SDK for Bedrock through the claude entry; it streams in AWS event frames. */
export const anthropicBedrock: ProviderUnderTest = {
  name: 'AnthropicBedrock through claude',
  format: 'messages',
  make: (url, defaults = {}) =>
    fromAnthropic(
      new AnthropicBedrock({
        awsRegion: 'us-east-1',
        awsAccessKey: 'AKIATESTTESTTESTTEST',
        awsSecretKey: canaryKey,
        apiKey: null,
        baseURL: url,
      }),
      { model: 'anthropic.claude-test-v1:0', maxOutputTokens: 1024, defaults },
    ),
};
