import { type JsonValue, type LlmClient, type LlmRequest } from '@kanmon/core';
import { clientFacts, hashOf } from '../call/client-facts.ts';
import { toJsonValue } from '../support/to-json-value.ts';

/**
 * Computes what makes two calls equal: SHA-256 over the canonical JSON of provider, model, the neutral
 * request without `metadata`, and for an adapter of this package its base URL, defaults and account.
 * Lower-case hex. Where an adapter cannot read its credentials (Bedrock, AI SDK, key functions), the key
 * is valid in this process only, unless `defaults.identity` names the account.
 */
export function requestKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: LlmRequest,
): string {
  const neutral = neutralRequest(request);
  // Any client, or only its names.
  const facts = clientFacts(client as LlmClient);
  if (facts === undefined) return neutralKey(client, neutral);
  const { provider, model } = client;
  const identity = [facts.server(), facts.account().id];
  return hashOf({ provider, model, request: neutral, identity });
}

/** A request as plain JSON, without what does not change its answer; every text of it through `rewrite`. */
export function neutralRequest(request: LlmRequest, rewrite?: (text: string) => string): JsonValue {
  const { metadata: _metadata, ...neutral } = request;
  return toJsonValue(neutral, rewrite);
}

/** The key of a request that is plain JSON already. */
export function neutralKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: JsonValue,
): string {
  const { provider, model } = client;
  return hashOf({ provider, model, request });
}
