import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod';
import type { JsonValue } from '../vocabulary/json-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { checkBy, type FieldIssue, fieldIssue } from '../kit/field-issue.ts';
import { parseStrictJson } from '../kit/strict-json.ts';
import { HttpProblem } from './problem.ts';
import type { HttpContext, RequestBody } from './route.ts';

/**
 * Reads the body of a request, or takes it from Hono when a middleware of the host has read it through `context.req`.
 *
 * @throws {HttpProblem} 413 `payload_too_large`, 415 `unsupported_media_type`, or 500 `body_already_read` when a
 * parser of the host has read the body before.
 */
export async function readBody(context: HttpContext, maxBytes: number): Promise<RequestBody> {
  const tooLarge = (): never => {
    throw new HttpProblem(413, 'payload_too_large', { params: { maximum: maxBytes } });
  };
  const encoding = context.req.header('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw encodedBody();
  if (Object.keys(context.req.bodyCache).length === 0) {
    if (context.req.raw.bodyUsed) throw new HttpProblem(500, 'body_already_read');
    const limit = bodyLimit({ maxSize: maxBytes, onError: tooLarge });
    await limit(context, async () => undefined).catch(bodyFailed);
  }
  const bytes = await context.req.arrayBuffer().catch(bodyFailed);
  // The limit above trusts Content-Length, which only a server compares with the body.
  if (bytes.byteLength > maxBytes) tooLarge();
  const isEmpty = bytes.byteLength === 0;
  if (isEmpty && Number(context.req.header('content-length') ?? 0) > 0) {
    throw new HttpProblem(500, 'body_already_read');
  }
  if (!isEmpty && !isJsonType(context.req.header('content-type'))) {
    throw new HttpProblem(415, 'unsupported_media_type');
  }
  const json = (): JsonValue => jsonOf(bytes);
  return { isEmpty, json, check: (schema) => checked(schema, json()) };
}

/** Throws the refusal of a body that could not be read to its end. */
function bodyFailed(error: unknown): never {
  if (error instanceof HttpProblem) throw error;
  throw invalidJson('The body broke off', 'リクエスト本文が途中で切れています', error);
}

/** RFC 9110 15.5.16: the response names the codings that are taken. */
function encodedBody(): HttpProblem {
  return new HttpProblem(415, 'unsupported_media_type', {
    message: {
      en: 'Send the body without a Content-Encoding',
      ja: 'Content-Encoding を付けずに送ってください',
    },
    headers: { 'accept-encoding': 'identity' },
  });
}

/** `application/json` or a `+json` type; UTF-8 where a character set is named. */
function isJsonType(header = ''): boolean {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.trim().split('=', 2);
    return name !== 'charset' || value.replaceAll('"', '') === 'utf-8';
  });
}

function jsonOf(bytes: ArrayBuffer): JsonValue {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson('The body is not valid UTF-8', 'リクエスト本文が UTF-8 として読めません');
  }
  if (text.trim() === '') {
    throw invalidJson(
      'The body is empty; send JSON',
      'リクエスト本文が空です。JSON を送ってください',
    );
  }
  const parsed = parseStrictJson(text);
  if (parsed.ok) return parsed.value;
  if (parsed.reason === 'too_deep') {
    throw invalidJson('The body is nested too deep', 'リクエスト本文の入れ子が深すぎます');
  }
  if (parsed.reason === 'duplicate_key') {
    throw invalidJson(
      'The body has a key twice in one object',
      'リクエスト本文に、重複したキーを持つオブジェクトがあります',
    );
  }
  throw new HttpProblem(400, 'invalid_json');
}

function invalidJson(en: string, ja: string, cause?: unknown): HttpProblem {
  return new HttpProblem(400, 'invalid_json', { message: { en, ja }, cause });
}

/** Returns the refusal of a request whose parts are invalid. */
export function invalidRequest(details: readonly FieldIssue[]): HttpProblem {
  return new HttpProblem(400, 'validation_error', { details });
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = checkBy(schema, value);
  if (result.ok) return result.value;
  throw invalidRequest(result.issues);
}

/**
 * Reads the query of a request. Parameters that the schema does not have are ignored; one that is given twice is
 * refused. Values are texts: use `z.coerce` for numbers.
 *
 * @throws {HttpProblem} 400 `validation_error`.
 */
export function readQuery<Shape extends z.ZodRawShape>(
  request: Request,
  schema: z.ZodObject<Shape>,
): z.infer<z.ZodObject<Shape>> {
  const values: Record<string, string> = {};
  const at = request.url.indexOf('?');
  const pairs = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
  const issues: FieldIssue[] = [];
  for (const [name, value] of pairs) {
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (Object.hasOwn(values, name)) issues.push(fieldIssue([name], 'duplicate'));
    values[name] = value;
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return checked(schema, values);
}

/** Headers are as long as their sender likes; more parts than this are not read. */
const maxParts = 32;

/** Returns Japanese or English, whichever `Accept-Language` prefers (RFC 9110 12.5.4), else `fallback`. */
export function preferredLocale(request: Request, fallback: Locale): Locale {
  let best: { readonly locale: Locale; readonly quality: number } | null = null;
  const header = request.headers.get('accept-language') ?? '';
  for (const part of header.split(',', maxParts)) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const [primary] = range.split('-', 1);
    if (primary !== 'ja' && primary !== 'en') continue;
    const quality = qualityOf(parameters);
    if (quality > (best?.quality ?? 0)) best = { locale: primary, quality };
  }
  return best?.locale ?? fallback;
}

/** True when `Accept` names the media type with a quality above 0. */
export function accepts(request: Request, mediaType: string): boolean {
  return (acceptedTypes(request).get(mediaType) ?? 0) > 0;
}

/** True when `Accept` names the media type, and the JSON that is the default with no higher quality (RFC 9110 12.5.1). */
export function prefersToJson(request: Request, mediaType: string): boolean {
  const types = acceptedTypes(request);
  const json = types.get('application/json') ?? types.get('application/*') ?? types.get('*/*');
  const quality = types.get(mediaType) ?? 0;
  return quality > 0 && quality >= (json ?? 0);
}

/** The qualities of the media types and ranges of `Accept`. */
function acceptedTypes(request: Request): ReadonlyMap<string, number> {
  const header = request.headers.get('accept') ?? '';
  return new Map(
    header.split(',', maxParts).map((part) => {
      const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      return [type, qualityOf(parameters)];
    }),
  );
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((each) => each.startsWith('q='));
  return given === undefined ? 1 : Number(given.slice(2));
}
