import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LlmClient, LlmRequest, Locale } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { chooseProviderClient, type Environment } from '@kanmon/example-shared/provider-client';
import type { Model } from './step.ts';

const recordings = join(import.meta.dirname, '../../model-outputs');

/** The model that the environment asks for; without a provider, the recorded answers. */
export async function chooseModel(environment: Environment, locale: Locale): Promise<Model> {
  const client = await chooseProviderClient(environment);
  return client === undefined ? recordedModel(locale) : liveModel(client);
}

function recordedModel(locale: Locale): Model {
  return {
    kind: 'recorded',
    description:
      locale === 'ja'
        ? '収録済みの応答（わざと欠陥を入れたもの）'
        : 'recorded answers with deliberate flaws',
    client: (script) => recordedClient(script.map((name) => readRecording(name, locale))),
  };
}

/** Plays the texts in order and reports usage as a tokenizer counts it. */
function recordedClient(texts: readonly string[]): LlmClient {
  return createScriptedClient(
    texts.map((text) => async (request: LlmRequest) => {
      const { countTokens } = await import('gpt-tokenizer'); // its table takes long to load
      const inputTokens = request.messages.reduce(
        (sum, { content }) => sum + countTokens(content),
        0,
      );
      return { text, usage: { inputTokens, outputTokens: countTokens(text) } };
    }),
    { provider: 'mock', model: 'recorded' },
  );
}

function readRecording(name: string, locale: Locale): string {
  const [step, turn] = name.split('.');
  return readFileSync(join(recordings, `${step}.${locale}.${turn}.txt`), 'utf8');
}

function liveModel(client: LlmClient): Model {
  return { kind: 'live', description: `${client.provider} ${client.model}`, client: () => client };
}
