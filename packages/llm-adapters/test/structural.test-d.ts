import type Anthropic from '@anthropic-ai/sdk';
import type { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LanguageModelV2 } from '@ai-sdk/provider-v2';
import type { LanguageModelV3 } from '@ai-sdk/provider-v3';
import type { Tracer } from '@opentelemetry/api';
import { generateText, streamText } from 'ai';
import type OpenAI from 'openai';
import type { AzureOpenAI } from 'openai';
import type OpenAI6 from 'openai-v6';
import type { AzureOpenAI as AzureOpenAI6 } from 'openai-v6';
import { expectTypeOf } from 'vitest';
import { type AiSdkModel, type LanguageModelLike, toAiSdk } from '../src/ai-sdk.ts';
import { type BedrockLike, fromBedrockConverse } from '../src/aws-claude.ts';
import { type AnthropicLike, fromAnthropic } from '../src/claude.ts';
import { createMockClient } from '../src/index.ts';
import { fromOpenAI, type OpenAILike } from '../src/openai.ts';
import type { TracerLike } from '../src/otel.ts';

// The structural interfaces accept the real classes, without a cast at the caller.
expectTypeOf<OpenAI>().toExtend<OpenAILike>();
expectTypeOf<OpenAI6>().toExtend<OpenAILike>();
expectTypeOf<AzureOpenAI>().toExtend<OpenAILike>();
expectTypeOf<AzureOpenAI6>().toExtend<OpenAILike>();
expectTypeOf<Anthropic>().toExtend<AnthropicLike>();
expectTypeOf<AnthropicBedrock>().toExtend<AnthropicLike>();
expectTypeOf<BedrockRuntimeClient>().toExtend<BedrockLike>();
expectTypeOf<LanguageModelV2>().toExtend<LanguageModelLike>();
expectTypeOf<LanguageModelV3>().toExtend<LanguageModelLike>();
expectTypeOf<LanguageModelV4>().toExtend<LanguageModelLike>();
expectTypeOf<Tracer>().toExtend<TracerLike>();

fromBedrockConverse(new BedrockRuntimeClient({}), {
  modelId: 'm',
  commands: { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand },
});

// A model of the bridge fits where the AI SDK takes a model of that version.
expectTypeOf<AiSdkModel<'v2'>>().toExtend<LanguageModelV2>();
expectTypeOf<AiSdkModel<'v3'>>().toExtend<LanguageModelV3>();
expectTypeOf<AiSdkModel<'v4'>>().toExtend<LanguageModelV4>();
const client = createMockClient(['x']);
expectTypeOf(toAiSdk(client)).toEqualTypeOf<AiSdkModel<'v4'>>();
expectTypeOf(toAiSdk(client, { specificationVersion: 'v2' })).toEqualTypeOf<AiSdkModel<'v2'>>();
expectTypeOf(generateText).toBeCallableWith({ model: toAiSdk(client), prompt: 'x' });
expectTypeOf(streamText).toBeCallableWith({ model: toAiSdk(client), prompt: 'x' });

// And they refuse other objects.
// @ts-expect-error an Anthropic client is no OpenAI client
expectTypeOf<Anthropic>().toExtend<{ readonly chat: NonNullable<OpenAILike['chat']> }>();
declare const openai: OpenAI;
// @ts-expect-error an OpenAI client has no messages
fromAnthropic(openai, { model: 'm', maxOutputTokens: 1 });
// @ts-expect-error Anthropic requires a limit
fromAnthropic({ messages: { create: async () => ({}) } }, { model: 'm' });
// @ts-expect-error the Responses API is called responses
fromOpenAI(openai, { model: 'm', api: 'response' });
// @ts-expect-error there is no version 1
toAiSdk(client, { specificationVersion: 'v1' });

// The body types that the wire tests compare with are really those of the SDKs.
({
  model: 'm',
  // @ts-expect-error the limit is a number
  max_tokens: '5',
  messages: [],
}) satisfies Anthropic.MessageCreateParamsNonStreaming;
({
  modelId: 'm',
  // @ts-expect-error the limit is called maxTokens
  inferenceConfig: { maxOutputTokens: 5 },
}) satisfies ConverseCommandInput;
