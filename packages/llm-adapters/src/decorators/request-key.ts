import {
  canonicalJson,
  type JsonValue,
  type LlmClient,
  type LlmRequest,
  sha256Hex,
} from '@kanmon/core';
import { toJsonValue } from '../support/to-json-value.ts';

/**
 * What makes two calls the same: SHA-256 over the canonical JSON of provider, model and the neutral
 * request without `metadata`. Lower-case hex.
 */
export function requestKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: LlmRequest,
): string {
  return neutralKey(client, neutralRequest(request));
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
  return sha256Hex(canonicalJson({ provider, model, request }));
}
