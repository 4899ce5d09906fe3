import type { JsonValue } from '@kanmon/core';
import { isEqualJson } from '@kanmon/core/kit';
import * as z from 'zod';
import type { DialogRequest } from '../wire/dialog-schema.ts';
import { toJsonValue } from '../wire/values.ts';

const receivedSchema = z.object({
  message: z.string(),
  history: z.unknown(),
  historyIgnored: z.boolean(),
  options: z.unknown(),
});

/**
 * True when the data of a `turn-received` event records this request. A history that the turn ignored
 * is not recorded and not compared.
 */
export function isSameRequest(received: JsonValue, request: DialogRequest): boolean {
  const { message, history, historyIgnored, options } = receivedSchema.parse(received);
  return (
    message === request.message &&
    isEqualJson(toJsonValue(options), toJsonValue(request.options ?? {})) &&
    (historyIgnored || isEqualJson(toJsonValue(history), toJsonValue(request.history ?? [])))
  );
}
