import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { fromBedrockConverse } from '../src/aws-claude.ts';
import { fromAzureOpenAI } from '../src/azure-openai.ts';
import { fromAnthropic } from '../src/claude.ts';
import { fromOpenAI } from '../src/openai.ts';

const create = (): Promise<unknown> => Promise.reject(new Error('never called'));
const openai = { chat: { completions: { create } } };
const anthropic = { messages: { create } };
const bedrock = { send: create };
class Converse {
  readonly input: unknown = null;
}

describe('a client without the name of its model is refused at once', () => {
  // The blank name stands for one that is absent: types refuse the absent one.
  const cases: readonly [string, () => LlmClient][] = [
    ['openai', () => fromOpenAI(openai, { model: '' })],
    ['azure-openai', () => fromAzureOpenAI(openai, { deployment: ' ' })],
    ['claude', () => fromAnthropic(anthropic, { model: '', maxOutputTokens: 1 })],
    ['aws-claude', () => fromBedrockConverse(bedrock, { modelId: '', commands: { Converse } })],
  ];
  it.each(cases)('%s', (provider, make) => {
    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(
      `expected the name of a model of ${provider} (options.model; deployment at Azure, modelId at Bedrock), got `,
    );
  });
});
