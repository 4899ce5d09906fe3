import '../zod.ts';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { JsonPointer } from '../vocabulary/json-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { type FieldIssue, fieldIssueText } from '../kit/field-issue.ts';

/** A text in every language. `{name}` is replaced by the parameter of that name. */
export type HttpText = { readonly [L in Locale]: string };

/** One reason why a request is refused. */
export interface ProblemDetail {
  /** The place as people write it, `body[6]` or `story.phase`; empty for the whole body. */
  readonly field: string;
  /** A code, for example `missing` or `too_long`. */
  readonly issue: string;
  /** The issue in the language of the response. */
  readonly message: string;
  /** RFC 6901, into the request body. */
  readonly pointer?: JsonPointer;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The body of every error response. */
export interface Problem {
  /** A code in snake_case. */
  readonly error: string;
  /** The error in the language of the response: `Accept-Language`, else the app's `locale`. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly request_id: string;
}

/** The schema of `Problem`. Apps may add members. */
export const problemSchema: z.ZodType<Problem> = z.looseObject({
  error: z.string(),
  message: z.string(),
  details: z.array(
    z.object({
      field: z.string(),
      issue: z.string(),
      message: z.string(),
      pointer: z.string().exactOptional(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
    }),
  ),
  request_id: z.string(),
});

/** Options of an `HttpProblem`, beside its status and code. */
export interface HttpProblemOptions {
  /** The text; the default is that of the code. */
  readonly message?: string | HttpText;
  readonly details?: readonly FieldIssue[];
  /** Values for `{name}` in the text. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the body beside those of `Problem`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refused request. Throw it from a handler, from `identify` or return it from `problemOf`. */
export class HttpProblem extends HTTPException {
  override readonly name = 'HttpProblem';
  readonly code: string;
  readonly options: HttpProblemOptions;

  constructor(status: ContentfulStatusCode, code: string, options: HttpProblemOptions = {}) {
    super(status, { message: code, cause: options.cause });
    this.code = code;
    this.options = options;
  }
}

/** Texts by code. */
export type HttpTexts = Readonly<Record<string, HttpText>>;

/** The texts of the codes that every app has. */
export const commonTexts: HttpTexts = {
  invalid_json: { en: 'The body is not valid JSON', ja: 'リクエスト本文が JSON として読めません' },
  validation_error: { en: 'The request is not valid', ja: 'リクエストの内容に誤りがあります' },
  unauthorized: { en: 'Authentication is required', ja: '認証が必要です' },
  forbidden: { en: 'You are not allowed to do this', ja: 'この操作を行う権限がありません' },
  not_found: { en: 'Not found', ja: '見つかりません' },
  method_not_allowed: { en: 'Use {allow}', ja: '{allow} を使ってください' },
  conflict: {
    en: 'The current state does not allow this',
    ja: '現在の状態ではこの操作はできません',
  },
  precondition_failed: {
    en: 'It was changed since you read it',
    ja: '読み込んだ後に別の更新がありました',
  },
  payload_too_large: {
    en: 'The body is larger than {maximum} bytes',
    ja: 'リクエスト本文が上限の {maximum} バイトを超えています',
  },
  unsupported_media_type: {
    en: 'Send Content-Type: application/json in UTF-8',
    ja: 'Content-Type: application/json（UTF-8）で送ってください',
  },
  precondition_required: { en: 'If-Match is required', ja: 'If-Match ヘッダが必要です' },
  body_already_read: {
    en: 'The body was read before it reached this app, as express.json() does; mount the app before such a parser',
    ja: 'リクエスト本文は、このアプリに届く前に読み込まれています（express.json() など）。アプリをパーサより前にマウントしてください',
  },
  storage_error: {
    en: 'The store is not available; send the same request again later',
    ja: 'ストアを利用できません。しばらくしてから、同じ要求をもう一度送ってください',
  },
  internal_error: { en: 'An internal error occurred', ja: '内部エラーが発生しました' },
};

/** The request that a problem answers. */
export interface ProblemContext {
  readonly requestId: string;
  readonly locale: Locale;
  readonly texts: HttpTexts;
}

/** Returns the body of an error response. A validation error names its first issue. */
export function problemBody(problem: HttpProblem, context: ProblemContext): Problem {
  const { locale, requestId, texts } = context;
  const details = (problem.options.details ?? []).map((each) => ({
    ...each,
    message: issueMessage(each, locale),
  }));
  return {
    error: problem.code,
    message: problemMessage(problem, locale, texts),
    details,
    request_id: requestId,
    ...problem.options.members,
  };
}

function problemMessage({ code, options }: HttpProblem, locale: Locale, texts: HttpTexts): string {
  const { message, details = [], params = {} } = options;
  if (typeof message === 'string') return message;
  const [first] = details;
  if (message === undefined && code === 'validation_error' && first !== undefined) {
    return issueMessage(first, locale);
  }
  const text = message ?? texts[code] ?? commonTexts[code];
  if (text === undefined) return code;
  const filled = text[locale].replaceAll(/\{(\w+)\}/g, (all, name: string) =>
    String(params[name] ?? all),
  );
  return first === undefined || first.field === '' ? filled : `${filled}: ${shown(first.field)}`;
}

function issueMessage({ field, issue, params }: FieldIssue, locale: Locale): string {
  const isJapanese = locale === 'ja';
  const name = field === '' ? (isJapanese ? 'リクエスト本文' : 'The body') : shown(field);
  return `${name}${isJapanese ? '' : ' '}${fieldIssueText(issue, locale, params)}`;
}

/** A field of a request is as long as its sender likes. */
const maxShownField = 80;

function shown(field: string): string {
  return field.slice(0, maxShownField);
}
