import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LlmClient, LlmRequest } from '@kanmon/core';
import { estimateTokens } from '@kanmon/core/kit';
import { createScriptedClient } from '@kanmon/core/testing';

/** The answers of the studio come first, then those of the walkthrough. */
const recordings = ['../demo', '../../walkthrough/model-outputs'];

/** The recorded answers of each gate, in the order of attempts. */
const stepOfGate: Readonly<Record<string, string>> = {
  'organizer-report': 'organise',
  'advisor-report': 'decide',
  'card-review': 'review',
};
/** The number of answers that are recorded for each gate. */
const recorded = 2;

/** A model that plays recorded answers with deliberate flaws: the first one of a run, then its correction. */
export function createDemoModel(): LlmClient {
  const { capabilities } = createScriptedClient([]);
  return {
    provider: 'mock',
    model: 'recorded',
    capabilities,
    async generate(request) {
      const text = answerTo(request);
      const inputTokens = request.messages.reduce(
        (sum, { content }) => sum + estimateTokens(content),
        0,
      );
      return {
        text,
        finish: 'stop',
        usage: { inputTokens, outputTokens: estimateTokens(text) },
        provider: 'mock',
        model: 'recorded',
        latencyMs: 0,
        warnings: [],
      };
    },
  };
}

function answerTo({ messages, metadata = {} }: LlmRequest): string {
  const { gate = '', attempt = '1' } = metadata;
  const step = stepOfGate[gate];
  if (step === undefined) return '{}';
  const asked = messages.map(({ content }) => content).join('\n');
  const locale = /\p{Script=Hiragana}/u.test(asked) ? 'ja' : 'en';
  const number = Math.min(Number(attempt), recorded);
  const path = recordings
    .map((folder) => join(import.meta.dirname, folder, `${step}.${locale}.${number}.txt`))
    .find((each) => existsSync(each));
  return path === undefined ? '{}' : readFileSync(path, 'utf8');
}
