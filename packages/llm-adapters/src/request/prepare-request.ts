import type { LlmMessage, LlmRequest } from '@kanmon/core';
import { isPlainObject, withoutUndefined } from '@kanmon/core/kit';
import type { AdapterDefaults } from '../wire/adapter-defaults.ts';
import { asRecord, type UnknownRecord, wordSet } from '../wire/read.ts';
import type { PreparedRequest, Wire, WireAbilities } from '../wire/wire.ts';
import {
  addInstruction,
  badRequest,
  checkMessages,
  checkRequest,
  joinNeighbours,
} from './messages.ts';
import { type OutputPlan, planOutput } from './plan-output.ts';

/**
 * Checks and completes a neutral request for a wire; drops what the provider cannot carry, with a warning each.
 *
 * @throws {LlmError} Kind `bad-request`, for what no provider can answer.
 */
export function prepareRequest(
  request: LlmRequest,
  wire: Pick<Wire, 'provider' | 'model' | 'capabilities' | 'abilities'>,
  defaults: AdapterDefaults,
): PreparedRequest {
  const { provider, model, capabilities, abilities } = wire;
  checkRequest(request, provider);
  const { messages, warnings } = checkMessages(request.messages, provider);
  checkLimits(request, provider);
  const output = planOutput(request.output, { ...abilities, jsonSchema: capabilities.jsonSchema });
  const { stop = [], temperature, maxOutputTokens = defaults.maxOutputTokens } = request;
  const asked = request.model ?? model;
  const { maxOutputTokens: carriesLimit = true } = abilities;
  const lostModel = abilities.model === false && asked !== model;
  const extra = extraOptions(request, wire, defaults);
  const metadata = carriedMetadata(request.metadata, abilities.metadata, extra);
  const dropped = {
    'temperature-dropped': temperature !== undefined && !capabilities.temperature,
    'max-output-tokens-dropped': maxOutputTokens !== undefined && !carriesLimit,
    'stop-dropped': stop.length > 0 && !abilities.stop,
    'model-dropped': lostModel,
    'metadata-not-sent': metadata.lost,
  };
  return {
    model: lostModel ? model : asked,
    messages: joinNeighbours(withInstruction(messages, output)),
    output,
    ...withoutUndefined({
      maxOutputTokens: carriesLimit ? maxOutputTokens : undefined,
      temperature: capabilities.temperature ? temperature : undefined,
      stop: stop.length > 0 && abilities.stop ? [...stop] : undefined,
      metadata: metadata.carried,
    }),
    extra: withinLimit(extra, request.maxOutputTokens),
    warnings: [
      ...warnings,
      ...Object.entries(dropped).flatMap(([warning, isDropped]) => (isDropped ? warning : [])),
      ...(output.type === 'json' ? output.warnings : []),
    ],
  };
}

/** NaN would reach the wire as null, and a limit below 1 cannot be answered. */
function checkLimits({ maxOutputTokens = 1, temperature = 0 }: LlmRequest, provider: string): void {
  if (!Number.isInteger(maxOutputTokens) || maxOutputTokens < 1) {
    const problem = `expected maxOutputTokens to be a whole number of at least 1, got ${maxOutputTokens}`;
    throw badRequest(provider, problem);
  }
  if (!Number.isFinite(temperature) || temperature < 0) {
    const problem = `expected temperature to be a number of at least 0, got ${temperature}`;
    throw badRequest(provider, problem);
  }
}

/** Returns the raw members for the body: those of this provider, or of all for a client that chooses among them. */
function extraOptions(
  request: LlmRequest,
  { provider, abilities }: Pick<Wire, 'provider' | 'abilities'>,
  defaults: AdapterDefaults,
): UnknownRecord {
  const [first, second] = [defaults.providerOptions, request.providerOptions];
  if (abilities.providerOptions === 'all') return { ...first, ...second };
  return { ...asRecord(first?.[provider]), ...asRecord(second?.[provider]) };
}

/** Providers refuse `json_object` unless the word JSON is in a message; they look for it in any case. */
const wordJson = /json/i;

function withInstruction(
  messages: readonly LlmMessage[],
  output: OutputPlan,
): readonly LlmMessage[] {
  if (output.type === 'text' || output.instruction === undefined) return messages;
  const hasWord = messages.some((message) => wordJson.test(message.content));
  return output.wordSuffices && hasWord ? messages : addInstruction(messages, output.instruction);
}

/** Pairs that OpenAI and AWS take. */
const maxPairs = 16;

/** Labels that a run of a gate adds to each request. A user who did not set them needs no warning about them. */
const runLabels: ReadonlySet<string> = /* @__PURE__ */ wordSet('gate mode attempt');

function carriedMetadata(
  metadata: LlmRequest['metadata'],
  carries: WireAbilities['metadata'],
  extra: UnknownRecord,
): { readonly carried?: Readonly<Record<string, string>>; readonly lost: boolean } {
  const pairs = Object.entries(metadata ?? {});
  const takes =
    typeof carries === 'function'
      ? carries
      : (name: string) => carries === 'all' || (carries === 'user-id' && name === 'userId');
  // A program without types may pass other values.
  const taken = pairs.filter(
    ([name, value]) => typeof value === 'string' && takes(name, value, extra),
  );
  const sent = typeof carries === 'function' ? taken.slice(0, maxPairs) : taken;
  const names = new Set(pairs.map(([name]) => name));
  const isRun = [...runLabels].every((label) => names.has(label));
  for (const name of [...sent.map(([sentName]) => sentName), ...(isRun ? runLabels : [])]) {
    names.delete(name);
  }
  const lost = names.size > 0;
  return sent.length === 0 ? { lost } : { carried: Object.fromEntries(sent), lost };
}

/** Names of an output limit at providers and servers, in lower case without underscores. */
const limitNames: ReadonlySet<string> = /* @__PURE__ */ wordSet(
  'maxtokens maxcompletiontokens maxoutputtokens maxnewtokens maxtokenstosample npredict numpredict',
);

/** Limits are at the top or in one object below (`inferenceConfig`, Ollama's `options`, a provider's name). */
const maxDepth = 3;

/**
 * Returns provider options in which no output limit is higher than the one of the request: raw options
 * may lower what a caller or a budget allows, not raise it. Negative values mean "no limit" to some servers.
 */
function withinLimit(
  extra: UnknownRecord,
  limit: number | undefined,
  depth: number = maxDepth,
): UnknownRecord {
  if (limit === undefined || depth === 0) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, unknown] => {
    if (limitNames.has(name.toLowerCase().replaceAll('_', ''))) {
      return [name, typeof value === 'number' && value >= 0 ? Math.min(value, limit) : limit];
    }
    return [name, isPlainObject(value) ? withinLimit(value, limit, depth - 1) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * `body` with the caller's raw provider options merged last. What decides who is asked and how the
 * answer is read cannot be replaced by them.
 */
export function mergeExtra(
  body: UnknownRecord,
  extra: UnknownRecord,
  fixed: ReadonlySet<string>,
): UnknownRecord {
  const allowed = Object.entries(extra).filter(
    ([key, value]) => !fixed.has(key) && value !== undefined,
  );
  return { ...body, ...Object.fromEntries(allowed) };
}
