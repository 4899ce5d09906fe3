import { InvalidArgumentError } from '@kanmon/core';
import { type CreateMethod, hasCreate } from '../openai/open-ai-like.ts';
import { describeValue } from '../support/describe-value.ts';
import { asRecord } from '../support/read.ts';

/**
 * What is used of an Anthropic client. `Anthropic` of @anthropic-ai/sdk 1, `AnthropicBedrock` and
 * `AnthropicAws` fit.
 */
export interface AnthropicLike {
  readonly messages: CreateMethod;
}

/** The messages resource of a client; misuse when it is not there. */
export function requireMessages(client: AnthropicLike): CreateMethod {
  const messages = asRecord(client)['messages'];
  if (hasCreate(messages)) return messages;
  throw new InvalidArgumentError(
    `expected an Anthropic client with messages.create, got ${describeValue(client)}; pass new Anthropic({ apiKey })`,
  );
}
