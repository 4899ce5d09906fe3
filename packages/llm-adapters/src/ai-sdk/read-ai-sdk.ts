import type { LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { StreamFold, WireAnswer } from '../call/wire.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { readFinish } from '../response/finish-table.ts';
import { isCount, usageUnreadable, type UsageReading } from '../response/read-usage.ts';
import { asList, asRecord, filledString, optional, type UnknownRecord } from '../support/read.ts';

/** Reads the result of `doGenerate` of v2, v3 or v4. Reasoning, files and sources are no text. */
export function decodeAiSdk(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer) || !Array.isArray(answer['content'])) {
    throw protocolError(provider, 'it has no content');
  }
  const { usage, warnings } = readAiSdkUsage(answer['usage']);
  const ending = readAiSdkFinish(answer);
  const parts = asList(answer['content']).map(asRecord);
  if (parts.length === 0 && ending.finish === 'stop') {
    throw protocolError(provider, 'its content is empty', { usage });
  }
  const text = parts
    .filter((part) => part['type'] === 'text')
    .map((part) => filledString(part['text']) ?? '')
    .join('');
  // v4 models may say which of their texts is the structured one.
  const structured = answer['structuredOutputText'];
  return {
    text: typeof structured === 'string' ? structured : text,
    finish: ending.finish,
    usage,
    warnings: [...readAiSdkWarnings(answer['warnings']), ...warnings, ...ending.warnings],
    ...identityOf(asRecord(answer['response'])),
  };
}

/** Reads the parts of `doStream`; the end mark is `finish`. An `error` part ends it although it goes on. */
export function createAiSdkFold(): StreamFold {
  let identity: Pick<WireAnswer, 'id' | 'model'> = {};
  let reading: UsageReading = { usage: {}, warnings: [] };
  let warnings: readonly string[] = [];
  let finished: UnknownRecord | undefined;
  return {
    push(part) {
      const event = asRecord(part);
      switch (event['type']) {
        case 'stream-start':
          warnings = readAiSdkWarnings(event['warnings']);
          return '';
        case 'response-metadata':
          identity = { ...identity, ...identityOf(event) };
          return '';
        case 'text-delta':
          return filledString(event['delta']) ?? '';
        case 'finish':
          finished = event;
          reading = readAiSdkUsage(event['usage']);
          return '';
        case 'error':
          throw event['error'];
        default:
          return '';
      }
    },
    end() {
      if (finished === undefined) return null;
      const ending = readAiSdkFinish(finished);
      return {
        finish: ending.finish,
        usage: reading.usage,
        warnings: [...warnings, ...reading.warnings, ...ending.warnings],
        ...identity,
      };
    },
    get usage(): LlmUsage {
      return reading.usage;
    },
  };
}

/** Where the metadata of our own bridge stands, which carries what v2 has no word for. */
const bridge = 'kanmon';

function readAiSdkFinish(source: UnknownRecord): ReturnType<typeof readFinish> {
  const carried = asRecord(asRecord(source['providerMetadata'])[bridge])['finish'];
  const reason = source['finishReason'];
  const raw = carried ?? asRecord(reason)['raw'];
  // The unified reasons have none for a refusal.
  if (raw === 'refusal') return { finish: 'refusal', warnings: [] };
  if (carried === 'other') return { finish: 'other', warnings: [] };
  return readFinish(isRecord(reason) ? reason['unified'] : reason);
}

/** v2 has flat numbers, v3 and v4 totals with parts. What is undefined is unknown. */
function readAiSdkUsage(reported: unknown): UsageReading {
  if (!isRecord(reported)) return { usage: {}, warnings: [] };
  const { inputTokens, outputTokens } = reported;
  const input = isRecord(inputTokens) ? inputTokens : { total: inputTokens };
  const output = isRecord(outputTokens) ? outputTokens : { total: outputTokens };
  const counts = {
    inputTokens: input['total'],
    outputTokens: output['total'],
    cachedInputTokens: asRecord(inputTokens)['cacheRead'] ?? reported['cachedInputTokens'],
    reasoningTokens: asRecord(outputTokens)['reasoning'] ?? reported['reasoningTokens'],
  };
  const given = Object.entries(counts).filter(([, count]) => count !== undefined);
  return {
    usage: Object.fromEntries(given.filter(([, count]) => isCount(count))),
    warnings: given.every(([, count]) => isCount(count)) ? [] : [usageUnreadable],
  };
}

/** Warnings of all versions as strings. */
function readAiSdkWarnings(warnings: unknown): readonly string[] {
  return asList(warnings).map((entry) => {
    const warning = asRecord(entry);
    const type = filledString(warning['type']) ?? 'other';
    const subject = filledString(warning['setting']) ?? filledString(warning['feature']);
    const text = filledString(warning['message']) ?? filledString(warning['details']);
    if (type === 'other') return text ?? 'other';
    return [type, subject, text].filter((piece) => piece !== undefined).join(':');
  });
}

function identityOf(metadata: UnknownRecord): Pick<WireAnswer, 'id' | 'model'> {
  return {
    ...optional('id', filledString(metadata['id'])),
    ...optional('model', filledString(metadata['modelId'])),
  };
}
