import { type LlmClient, type LlmRequest, sha256Hex } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { toJsonValue } from '../support/to-json-value.ts';

/**
 * What makes two calls the same: SHA-256 over the canonical JSON of provider, model and the neutral
 * request without `metadata`. Lower-case hex.
 */
export function requestKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: LlmRequest,
): string {
  const { metadata: _metadata, ...neutral } = request;
  const { provider, model } = client;
  return sha256Hex(canonicalJson(toJsonValue({ provider, model, request: neutral })));
}
