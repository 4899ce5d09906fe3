import { InvalidArgumentError, type LlmMessage } from '@kanmon/core';
import { checkMethods, describeKind } from '../wire/check-options.ts';
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

/** Versions of the AI SDK's language model interface that are understood. */
const specificationVersions = ['v2', 'v3', 'v4'] as const;

/** One of those versions: v2 came with AI SDK 5, v3 with 6, v4 with 7. */
export type SpecificationVersion = (typeof specificationVersions)[number];

/** The members that are used of a language model of the AI SDK. Models of v2, v3 and v4 fit. */
export interface LanguageModelLike {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: object): PromiseLike<object>;
  doStream(options: object): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** Throws `InvalidArgumentError` unless `version` is one that is understood. */
export function assertVersion(version: unknown): asserts version is SpecificationVersion {
  if (specificationVersions.some((known) => known === version)) return;
  throw new InvalidArgumentError(
    `expected specificationVersion to be one of ${specificationVersions.join(', ')}, got ${typeof version === 'string' ? JSON.stringify(version) : describeKind(version)}; use a provider package of AI SDK 5, 6 or 7`,
  );
}

/** Throws `InvalidArgumentError` unless `model` is a language model of a known version. */
export function assertLanguageModel(model: LanguageModelLike): void {
  checkMethods(
    model,
    'doGenerate doStream',
    'a language model with doGenerate and doStream',
    "pass a model such as openai('gpt-5-mini')",
  );
  assertVersion(model.specificationVersion);
}

/** Returns messages as a prompt of the language model interface. */
export function toPrompt(messages: readonly LlmMessage[]): readonly object[] {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
}

/**
 * The language model interface of the AI SDK, as far as `toAiSdk` fills it. Written after the types of
 * `@ai-sdk/provider` 2, 3 and 4 (Apache-2.0), so that nothing has to be imported; the type tests hold
 * them against the originals.
 */

/** Usage of v2: flat numbers. */
interface UsageV2 {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  totalTokens: number | undefined;
  reasoningTokens?: number | undefined;
  cachedInputTokens?: number | undefined;
}

/** Usage of v3 and v4: totals with their parts. */
interface UsageV3 {
  inputTokens: {
    total: number | undefined;
    noCache: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: {
    total: number | undefined;
    text: number | undefined;
    reasoning: number | undefined;
  };
}

/** Reasons that all versions share. */
export type UnifiedFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';

/** Finish of v3 and v4. */
interface FinishV3 {
  unified: UnifiedFinish;
  raw: string | undefined;
}

type WarningV2 =
  | { type: 'unsupported-setting'; setting: string; details?: string }
  | { type: 'other'; message: string };
type WarningV3 =
  | { type: 'unsupported'; feature: string; details?: string }
  | { type: 'other'; message: string };

/** The types that differ between the versions. */
export interface VersionedParts {
  v2: { usage: UsageV2; finish: UnifiedFinish; warning: WarningV2 };
  v3: { usage: UsageV3; finish: FinishV3; warning: WarningV3 };
  v4: { usage: UsageV3; finish: FinishV3; warning: WarningV3 };
}

/** Our own metadata, for what an interface version has no place for. */
export type KanmonMetadata = Record<string, Record<string, string>>;

interface ResponseMetadata {
  id?: string;
  modelId?: string;
}

/** The result of `doGenerate`. */
export interface GenerateResult<V extends keyof VersionedParts> {
  content: { type: 'text'; text: string }[];
  finishReason: VersionedParts[V]['finish'];
  usage: VersionedParts[V]['usage'];
  providerMetadata?: KanmonMetadata;
  response?: ResponseMetadata;
  warnings: VersionedParts[V]['warning'][];
}

/** Parts of the stream that `doStream` gives. */
export type StreamPart<V extends keyof VersionedParts> =
  | { type: 'stream-start'; warnings: VersionedParts[V]['warning'][] }
  | ({ type: 'response-metadata' } & ResponseMetadata)
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | {
      type: 'finish';
      finishReason: VersionedParts[V]['finish'];
      usage: VersionedParts[V]['usage'];
      providerMetadata?: KanmonMetadata;
    }
  | { type: 'error'; error: unknown };

/** A language model as `toAiSdk` makes it; usable wherever the AI SDK takes one of its version. */
export interface AiSdkModel<V extends keyof VersionedParts> {
  readonly specificationVersion: V;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: object): Promise<GenerateResult<V>>;
  doStream(options: object): Promise<{ stream: ReadableStream<StreamPart<V>> }>;
}

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
