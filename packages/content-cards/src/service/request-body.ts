import { parseJson } from '@kanmon/core/kit';
import type { JsonValue } from '../model/json.ts';

/** A body that was no JSON: it is refused only where the body counts. */
export const malformedBody: unique symbol = Symbol.for('kanmon.malformed-body');

/** The body as JSON, nothing at all as `{}`; undefined when it is none. */
export function jsonOfBody(body: unknown): JsonValue | undefined {
  if (body === malformedBody) return undefined;
  try {
    const text: unknown = JSON.stringify(body === undefined ? {} : body);
    return typeof text === 'string' ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}
