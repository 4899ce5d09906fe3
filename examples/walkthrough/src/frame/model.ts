import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KanmonError, type LlmClient, type LlmRequest, type Locale } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { createClientFromEnv } from '@kanmon/llm-adapters/env';
import { countTokens } from 'gpt-tokenizer';
import { UsageError } from '@kanmon/example-shared/usage-error';
import type { Model } from './step.ts';

const recordings = join(import.meta.dirname, '../../model-outputs');

/** The model that the environment asks for; without a provider, the recorded answers. */
export async function chooseModel(
  environment: Readonly<Record<string, string | undefined>>,
  locale: Locale,
): Promise<Model> {
  const wanted = (
    environment['KANMON_LLM_PROVIDER'] ??
    environment['PPTX_LLM_PROVIDER'] ??
    ''
  ).trim();
  return wanted === '' || wanted.toLowerCase() === 'mock'
    ? recordedModel(locale)
    : liveModel(environment);
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
    texts.map((text) => (request: LlmRequest) => ({
      text,
      usage: {
        inputTokens: request.messages.reduce((sum, { content }) => sum + countTokens(content), 0),
        outputTokens: countTokens(text),
      },
    })),
    { provider: 'mock', model: 'recorded' },
  );
}

function readRecording(name: string, locale: Locale): string {
  const [step, turn] = name.split('.');
  return readFileSync(join(recordings, `${step}.${locale}.${turn}.txt`), 'utf8');
}

async function liveModel(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Model> {
  const client = await connect(environment);
  return { kind: 'live', description: `${client.provider} ${client.model}`, client: () => client };
}

async function connect(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LlmClient> {
  try {
    return await createClientFromEnv(environment);
  } catch (error) {
    if (KanmonError.isInstance(error)) throw new UsageError(error.message);
    throw error;
  }
}
