import {
  type JsonSchema,
  type LlmCallOptions,
  LlmError,
  type LlmMessage,
  type LlmOutput,
  type LlmRequest,
} from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';
import { asList, asRecord, filledString, optional } from '../support/read.ts';
import { toJsonValue } from '../support/to-json-value.ts';

/** A call of the AI SDK in our terms. */
export interface ReadCall {
  readonly request: LlmRequest;
  readonly call: LlmCallOptions;
  /** Settings that were given and cannot be carried. */
  readonly unsupported: readonly string[];
}

const settingsWithoutPlace = [
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'reasoning',
];

/** Reads the options of `doGenerate` and `doStream`. Parts that are no text, and tools, are refused. */
export function readCallOptions(options: object, provider: string): ReadCall {
  const given = asRecord(options);
  if (asList(given['tools']).length > 0) throw refused(provider, 'tools');
  const { abortSignal, providerOptions } = given;
  const stop = asList(given['stopSequences']).filter((entry) => typeof entry === 'string');
  return {
    request: {
      messages: asList(given['prompt']).map((message) => readMessage(message, provider)),
      ...optional('maxOutputTokens', numberIn(given['maxOutputTokens'])),
      ...optional('temperature', numberIn(given['temperature'])),
      ...(stop.length === 0 ? {} : { stop }),
      ...optional('output', readFormat(given['responseFormat'])),
      ...(isRecord(providerOptions) ? { providerOptions } : {}),
    },
    call: abortSignal instanceof AbortSignal ? { signal: abortSignal } : {},
    unsupported: settingsWithoutPlace.filter((name) => given[name] !== undefined),
  };
}

function readMessage(message: unknown, provider: string): LlmMessage {
  const { role, content } = asRecord(message);
  if (role === 'system') return { role, content: filledString(content) ?? '' };
  if (role !== 'user' && role !== 'assistant') {
    throw refused(provider, `messages of role ${filledString(role) ?? describeValue(role)}`);
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
  return {
    type: 'json',
    ...optional('schema', toSchema(schema)),
    ...optional('name', filledString(name)),
  };
}

function toSchema(schema: unknown): JsonSchema | undefined {
  const value = schema === undefined ? undefined : toJsonValue(schema);
  return isSchema(value) ? value : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return isRecord(value);
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
