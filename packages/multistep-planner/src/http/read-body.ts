import type { JsonValue, Locale } from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import { parseJson } from '@kanmon/core/kit';
import type * as z from 'zod';
import { readLimited } from '../crew/read-limited.ts';
import { isWithinDepth } from '../wire/values.ts';
import type { HttpFailure } from './http-failure.ts';
import { issueText } from './issue-text.ts';

/** A checked body, or the failure to answer with. */
export type ReadBody<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly failure: HttpFailure };

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;

/**
 * Bodies that are nested deeper are refused before a schema walks them. The deepest member of a body,
 * `filters`, has four levels.
 */
const maxDepth = 64;

/** Reads and checks a JSON body. Every fault is named at once; reading stops at the limit. */
export async function readBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  maximum: number,
  locale: Locale,
): Promise<ReadBody<Body>> {
  if (!jsonType.test(request.headers.get('content-type') ?? '')) {
    return refuse({
      status: 415,
      error: 'unsupported_media_type',
      message: 'send application/json',
    });
  }
  const declared = Number(request.headers.get('content-length') ?? 0);
  const read = declared > maximum ? tooLarge : await readLimited(request, maximum);
  if (!read.ok) return refuse(failureOf(read.problem, maximum));
  let value: JsonValue;
  try {
    value = parseJson(read.text);
  } catch {
    return refuse({ status: 400, error: 'invalid_json', message: 'the body is not JSON' });
  }
  if (!isWithinDepth(value, maxDepth)) {
    return refuse({
      status: 400,
      error: 'validation_error',
      message: `the body is nested deeper than ${maxDepth} levels`,
    });
  }
  const checked = schema.safeParse(value);
  if (checked.success) return { ok: true, body: checked.data };
  const details = checked.error.issues.map((issue) => ({
    field: issue.path.length === 0 ? 'body' : issue.path.join('.'),
    issue: issueText(issue, locale),
    pointer: formatPointer(issue.path.map(String)),
  }));
  return refuse({
    status: 400,
    error: 'validation_error',
    message: 'the body has faults; see details',
    details,
  });
}

const tooLarge = { ok: false, problem: 'too-large' } as const;

function failureOf(problem: 'too-large' | 'not-utf8', maximum: number): HttpFailure {
  if (problem === 'not-utf8') {
    return { status: 400, error: 'invalid_json', message: 'the body is not valid UTF-8' };
  }
  return {
    status: 413,
    error: 'payload_too_large',
    message: `the body may hold at most ${maximum} bytes`,
    params: { maximum },
  };
}

function refuse(failure: HttpFailure): { readonly ok: false; readonly failure: HttpFailure } {
  return { ok: false, failure };
}
