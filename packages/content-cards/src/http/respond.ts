import type { Locale } from '@kanmon/core';
import { revisionTexts } from './etag.ts';
import { type FieldIssue, fieldIssue } from '../model/field-issue.ts';
import {
  errorMessage,
  type Refusal,
  refuse,
  type ServiceErrorCode,
  serviceStatus,
} from '../service/service-error.ts';

/** How answers of one request are written. */
export interface AnswerContext {
  readonly request: Request;
  readonly requestId: string;
  /** Where the client names no language. */
  readonly locale: Locale;
  readonly weakEtags: boolean;
}

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;
const jsonType = 'application/json; charset=utf-8';
const problemType = 'application/problem+json';

/** A JSON answer with the headers that every answer has. */
export function respond(
  context: AnswerContext,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(body);
  return new Response(context.weakEtags ? revisionTexts(text) : text, {
    status,
    headers: {
      ...commonHeaders,
      'content-type': jsonType,
      'x-request-id': context.requestId,
      ...headers,
    },
  });
}

/** 304: the headers of the answer without its body. */
export function notModified(context: AnswerContext, etag: string): Response {
  return new Response(null, {
    status: 304,
    headers: { ...commonHeaders, 'x-request-id': context.requestId, etag },
  });
}

const statusTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  428: 'Precondition Required',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** A refusal as its answer: one body, RFC 9457 where the client takes it. */
export function respondRefusal(
  context: AnswerContext,
  { error }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, details, current, diff } = error;
  const status = serviceStatus[code];
  const isProblem = acceptsProblem(context.request.headers.get('accept'));
  const message = errorMessage(code, details, languageOf(context));
  const body = {
    error: code,
    message,
    details,
    request_id: context.requestId,
    type: `urn:kanmon:content-cards:${code}`,
    title: statusTitles[status] ?? 'Error',
    status,
    instance: context.requestId,
    // What RFC 9457 calls the message.
    ...(isProblem ? { detail: message } : {}),
    ...(current === undefined ? {} : { current }),
    ...(diff === undefined ? {} : { diff }),
  };
  return respond(context, status, body, {
    ...(isProblem ? { 'content-type': problemType } : {}),
    ...headers,
  });
}

/** A refusal that needs no service. */
export function respondError(
  context: AnswerContext,
  code: ServiceErrorCode,
  fields: readonly (string | FieldIssue)[] = [],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const details = fields.map((field) =>
    typeof field === 'string'
      ? fieldIssue([field], code === 'header_required' ? 'missing' : 'invalid_format')
      : field,
  );
  return respondRefusal(context, refuse(code, details), headers);
}

function acceptsProblem(accept: string | null): boolean {
  return (accept ?? '').split(',', 32).some((part) => {
    const [type = '', ...parameters] = part.toLowerCase().split(';');
    return (
      type.trim() === problemType && !parameters.some((each) => /^\s*q=0(?:\.0*)?\s*$/.test(each))
    );
  });
}

/** Japanese or English, whichever the client likes better. */
function languageOf({ request, locale }: AnswerContext): Locale {
  let best: { readonly language: Locale; readonly quality: number } | null = null;
  for (const part of (request.headers.get('accept-language') ?? '').split(',', 32)) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const [primary] = range.split('-', 1);
    if (primary !== 'ja' && primary !== 'en') continue;
    const [, quality = '1'] = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';')) ?? [];
    if (Number(quality) > (best?.quality ?? 0))
      best = { language: primary, quality: Number(quality) };
  }
  return best?.language ?? locale;
}
