import {
  type LlmCallOptions,
  LlmError,
  type LlmMessage,
  type LlmOutput,
  type LlmRequest,
} from '@kanmon/core';
import { isJsonObject, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { describeKind } from '../wire/check-options.ts';
import { asList, asRecord, filledString, toJsonValue } from '../wire/read.ts';

/** A call of the AI SDK in our terms. */
interface ReadCall {
  readonly request: LlmRequest;
  readonly call: LlmCallOptions;
  /** Settings that were given and cannot be carried. */
  readonly unsupported: readonly string[];
}

const settingsWithoutPlace = 'topP topK presencePenalty frequencyPenalty seed reasoning'.split(' ');

/** Reads the options of `doGenerate` and `doStream`. Tools, and parts that are not text, are refused. */
export function readCallOptions(options: object, provider: string): ReadCall {
  const given = asRecord(options);
  if (asList(given['tools']).length > 0) throw refused(provider, 'tools');
  const { abortSignal, providerOptions } = given;
  const stop = asList(given['stopSequences']).filter((entry) => typeof entry === 'string');
  return {
    request: {
      messages: asList(given['prompt']).map((message) => readMessage(message, provider)),
      ...withoutUndefined({
        maxOutputTokens: numberIn(given['maxOutputTokens']),
        temperature: numberIn(given['temperature']),
        stop: stop.length === 0 ? undefined : stop,
        output: readFormat(given['responseFormat']),
        providerOptions: isRecord(providerOptions) ? providerOptions : undefined,
      }),
    },
    call: abortSignal instanceof AbortSignal ? { signal: abortSignal } : {},
    unsupported: settingsWithoutPlace.filter((name) => given[name] !== undefined),
  };
}

function readMessage(message: unknown, provider: string): LlmMessage {
  const { role, content } = asRecord(message);
  if (role === 'system') return { role, content: filledString(content) ?? '' };
  if (role !== 'user' && role !== 'assistant') {
    throw refused(provider, `messages of role ${filledString(role) ?? describeKind(role)}`);
  }
  const texts = asList(content).map((part) => {
    const { type, text } = asRecord(part);
    if (type !== 'text')
      throw refused(provider, `parts of type ${filledString(type) ?? 'unknown'}`);
    return filledString(text) ?? '';
  });
  return { role, content: texts.join('') };
}

function readFormat(format: unknown): LlmOutput | undefined {
  const { type, schema, name } = asRecord(format);
  if (type !== 'json') return undefined;
  const value = schema === undefined ? undefined : toJsonValue(schema);
  return {
    type: 'json',
    ...withoutUndefined({
      schema: isJsonObject(value) ? value : undefined,
      name: filledString(name),
    }),
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function refused(provider: string, what: string): LlmError {
  return new LlmError(
    `the bridge to ${provider} carries text only, got ${what}; leave them out or use another model for them`,
    { kind: 'bad-request', provider },
  );
}
