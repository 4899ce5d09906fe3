import type Anthropic from '@anthropic-ai/sdk';
import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import type { LlmRequest } from '@kanmon/core';

/** One request that uses everything, and what it must look like at two providers, checked by their own types. */
export const fullRequest: LlmRequest = {
  messages: [
    { role: 'system', content: 'First rule.' },
    { role: 'system', content: 'Second rule.' },
    { role: 'user', content: 'one' },
    { role: 'user', content: 'two' },
    { role: 'assistant', content: 'three' },
    { role: 'user', content: 'four' },
  ],
  maxOutputTokens: 50,
  temperature: 0.2,
  stop: ['END'],
  output: {
    type: 'json',
    name: 'my report',
    schema: {
      type: 'object',
      properties: { title: { type: 'string', minLength: 1 }, note: { type: 'string' } },
      required: ['title'],
    },
  },
  metadata: { userId: 'u1', gate: 'g' },
};

export const claudeBody: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'claude-test',
  max_tokens: 50,
  system: 'First rule.\n\nSecond rule.',
  messages: [
    { role: 'user', content: 'one\n\ntwo' },
    { role: 'assistant', content: 'three' },
    { role: 'user', content: 'four' },
  ],
  stop_sequences: ['END'],
  output_config: {
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: { title: { type: 'string' }, note: { type: 'string' } },
        additionalProperties: false,
        required: ['title'],
      },
    },
  },
  metadata: { user_id: 'u1' },
};

export const converseInput: ConverseCommandInput = {
  modelId: 'anthropic.claude-test-v1:0',
  system: [{ text: 'First rule.\n\nSecond rule.' }],
  messages: [
    { role: 'user', content: [{ text: 'one\n\ntwo' }] },
    { role: 'assistant', content: [{ text: 'three' }] },
    { role: 'user', content: [{ text: 'four' }] },
  ],
  inferenceConfig: { maxTokens: 50, temperature: 0.2, stopSequences: ['END'] },
  outputConfig: {
    textFormat: {
      type: 'json_schema',
      structure: {
        jsonSchema: {
          name: 'myreport',
          schema:
            '{"additionalProperties":false,"properties":{"note":{"type":"string"},"title":{"type":"string"}},"required":["title"],"type":"object"}',
        },
      },
    },
  },
  requestMetadata: { userId: 'u1', gate: 'g' },
};
