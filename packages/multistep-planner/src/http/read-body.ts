import { formatPointer } from '@kanmon/core/json';
import type * as z from 'zod';
import { readLimited } from '../crew/read-limited.ts';
import type { HttpFailure } from './http-failure.ts';

/** A checked body, or the failure to answer with. */
export type ReadBody<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly failure: HttpFailure };

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;

/** Reads and checks a JSON body. Every fault is named at once; reading stops at the limit. */
export async function readBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  maximum: number,
): Promise<ReadBody<Body>> {
  if (!jsonType.test(request.headers.get('content-type') ?? '')) {
    return refuse({
      status: 415,
      error: 'unsupported_media_type',
      message: 'send application/json',
    });
  }
  const declared = Number(request.headers.get('content-length') ?? 0);
  const text = declared > maximum ? null : await readLimited(request, maximum);
  if (text === null) {
    return refuse({
      status: 413,
      error: 'payload_too_large',
      message: `the body may hold at most ${maximum} bytes`,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse({ status: 400, error: 'invalid_json', message: 'the body is not JSON' });
  }
  const checked = schema.safeParse(value);
  if (checked.success) return { ok: true, body: checked.data };
  const details = checked.error.issues.map(({ path, message }) => ({
    field: path.length === 0 ? 'body' : path.join('.'),
    issue: message,
    pointer: formatPointer(path.map(String)),
  }));
  return refuse({
    status: 400,
    error: 'validation_error',
    message: 'the body has faults; see details',
    details,
  });
}

function refuse(failure: HttpFailure): { readonly ok: false; readonly failure: HttpFailure } {
  return { ok: false, failure };
}
