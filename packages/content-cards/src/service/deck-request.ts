import type * as z from 'zod';
import { checkBy } from '../model/check.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { malformedBody } from './request-body.ts';
import { refuse, type Refusal } from './service-error.ts';

/** The deck is named by the path; the rest is the body, or the mark of a body that was no JSON. */
export function splitRequest(request: { readonly spec_id: string }): {
  readonly spec_id: string;
  readonly body: unknown;
} {
  const { spec_id, ...body } = request;
  const only: unknown = Reflect.get(body, malformedBody);
  return { spec_id, body: only === undefined ? body : only };
}

/** A body by its schema, or the refusal of it. */
export function readBody<T>(
  schema: z.ZodType<T>,
  body: unknown,
): { readonly ok: true; readonly value: T } | Refusal {
  if (body === malformedBody) return refuse('validation_error', [fieldIssue([], 'invalid_format')]);
  const checked = checkBy(schema, body);
  return checked.ok ? checked : refuse('validation_error', checked.issues);
}
