import { isRecord, isTokenCount } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
import {
  type FinishReading,
  type Identity,
  noUsage,
  readFinish,
  readIdentity,
  toAnswer,
  type UsageReading,
  usageUnreadable,
} from '../wire/read-answer.ts';
import type { StreamFold, WireAnswer } from '../wire/wire.ts';

/** Reads the result of `doGenerate` of v2, v3 or v4. Reasoning, files and sources are not text. */
export function readGenerated(answer: unknown, provider: string): WireAnswer {
  if (!isRecord(answer) || !Array.isArray(answer['content'])) {
    throw protocolError(provider, 'it has no content');
  }
  const reading = readAiSdkUsage(answer['usage'], readAiSdkWarnings(answer['warnings']));
  const ending = readAiSdkFinish(answer);
  const parts = asList(answer['content']).map(asRecord);
  const text = joinTexts(parts.filter(({ type }) => type === 'text'));
  // A v4 model may mark one of its texts as the structured one.
  const structured = answer['structuredOutputText'];
  return {
    text: typeof structured === 'string' ? structured : text,
    ...toAnswer(reading, ending, readIdentity(asRecord(answer['response']), 'modelId')),
  };
}

/** Reads the parts of `doStream`; the end mark is `finish`. An `error` part ends it although the stream goes on. */
export function createAiSdkFold(): StreamFold {
  let identity: Identity = {};
  let reading = noUsage;
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
          identity = { ...identity, ...readIdentity(event, 'modelId') };
          return '';
        case 'text-delta':
          return filledString(event['delta']) ?? '';
        case 'finish':
          finished = event;
          reading = readAiSdkUsage(event['usage'], warnings);
          return '';
        case 'error':
          throw event['error'];
        default:
          return '';
      }
    },
    end: () =>
      finished === undefined ? null : toAnswer(reading, readAiSdkFinish(finished), identity),
    usage: () => reading.usage,
  };
}

/** Key of the metadata of our own bridge, which carries what v2 has no word for. */
const bridge = 'kanmon';

function readAiSdkFinish(source: UnknownRecord): FinishReading {
  const carried = asRecord(asRecord(source['providerMetadata'])[bridge])['finish'];
  const reason = source['finishReason'];
  const raw = carried ?? asRecord(reason)['raw'];
  // The unified reasons have none for a refusal.
  if (raw === 'refusal') return { finish: 'refusal', warnings: [] };
  if (carried === 'other') return { finish: 'other', warnings: [] };
  return readFinish(isRecord(reason) ? reason['unified'] : reason);
}

/** Reads usage: flat numbers in v2, totals with parts in v3 and v4. What is undefined is unknown. */
function readAiSdkUsage(reported: unknown, warnings: readonly string[]): UsageReading {
  if (!isRecord(reported)) return { usage: {}, warnings };
  const { inputTokens, outputTokens } = reported;
  const counts = Object.entries({
    inputTokens: isRecord(inputTokens) ? inputTokens['total'] : inputTokens,
    outputTokens: isRecord(outputTokens) ? outputTokens['total'] : outputTokens,
    cachedInputTokens: asRecord(inputTokens)['cacheRead'] ?? reported['cachedInputTokens'],
    cacheWriteTokens: asRecord(inputTokens)['cacheWrite'],
    reasoningTokens: asRecord(outputTokens)['reasoning'] ?? reported['reasoningTokens'],
  }).filter(([, count]) => count !== undefined);
  const known = counts.filter(([, count]) => isTokenCount(count));
  return {
    usage: Object.fromEntries(known),
    warnings: known.length === counts.length ? warnings : [...warnings, usageUnreadable],
  };
}

/** Returns warnings of all versions as strings. */
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
