import { InvalidArgumentError } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';
import { asRecord } from '../support/read.ts';

/**
 * One method of an SDK: a body and per-call options in, a promise out. A method signature, so that the
 * SDKs' narrower parameter types fit (method parameters compare in both directions).
 */
export interface CreateMethod {
  create(body: object, options?: object): PromiseLike<unknown>;
}

/** What is used of an OpenAI client. The classes `OpenAI` and `AzureOpenAI` of openai 6 and 7 fit. */
export interface OpenAILike {
  readonly chat?: { readonly completions: CreateMethod };
  readonly responses?: CreateMethod;
  readonly embeddings?: CreateMethod;
}

/** The wanted part of a client; misuse when it is not there. */
export function requireCreate(
  client: OpenAILike,
  path: 'chat.completions' | 'responses' | 'embeddings',
): CreateMethod {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => asRecord(value)[key], isRecord(client) ? client : {});
  if (hasCreate(found)) return found;
  throw new InvalidArgumentError(
    `expected an OpenAI client with ${path}.create, got ${describeValue(client)}; pass new OpenAI({ apiKey })`,
  );
}

/** True for a resource of an SDK that can be asked to create something. */
export function hasCreate(value: unknown): value is CreateMethod {
  return isRecord(value) && typeof value['create'] === 'function';
}
