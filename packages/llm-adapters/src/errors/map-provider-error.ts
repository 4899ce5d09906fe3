import { type Clock, LlmError, type LlmErrorKind, type LlmUsage, systemClock } from '@kanmon/core';
import { abortedError, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { readUsage } from '../wire/read-answer.ts';
import { attempt, wordSet } from '../wire/read.ts';
import { copyLlmError } from './copy-llm-error.ts';
import { causeChain, classNameOf, type ErrorSigns, readErrorSigns } from './error-signs.ts';
import { createKnownRedactor, type KnownValues, quoteKnown } from './known-secrets.ts';

/** Proxies answer with whole HTML pages; a log line needs the start only. */
const maxMessageLength = 500;
/** Longer than any provider's id; a server may send a header of many kilobytes. */
const maxRequestIdLength = 200;

/** The next step for a beginner: a provider reports the problem, seldom the setting that causes it. */
const nextSteps: Partial<Readonly<Record<LlmErrorKind, string>>> = {
  auth: '; check the key',
  'not-found': '; check the name of the model and the base URL',
};

/** The call an error came from. */
export interface ProviderErrorContext {
  readonly provider: string;
  /** The caller's signal: once aborted, every failure of the call is `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds of the clock. */
  readonly deadline?: number | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * Keys that must not appear in the message. One shorter than 8 characters, or a placeholder such as `EMPTY`, is an
   * ordinary word too: it is hidden where a key is named.
   */
  readonly secrets?: readonly string[] | undefined;
  /** The name of the model, which stays readable even if it looks like a key. */
  readonly model?: string | undefined;
}

/**
 * Turns whatever an SDK, `fetch` or the AI SDK threw into an `LlmError`. Decides by status, name, code
 * and type, never by `instanceof`. An `LlmError` comes back as it is, unless it quotes one of the
 * secrets. The cause has name, code and a redacted message, but no headers, body or request.
 *
 * Never throws, whatever was thrown: getters, proxies and odd members are read with care.
 */
export function mapProviderError(error: unknown, context: ProviderErrorContext): LlmError {
  const { provider, signal } = context;
  if (signal?.aborted === true) return abortedError(provider, signal);
  return (
    attempt(() => readError(error, context)) ??
    new LlmError(`the call to ${provider} failed with an error that cannot be read`, {
      kind: 'protocol',
      retryable: true,
      provider,
    })
  );
}

function readError(error: unknown, context: ProviderErrorContext): LlmError {
  const { provider, deadline, clock = systemClock } = context;
  // Bridges and wrappers have the original as a cause; its kind was decided where it was known best.
  const known = causeChain(error).find((link) => LlmError.isInstance(link));
  if (known !== undefined) return withoutSecrets(known, context);
  const signs = readErrorSigns(error);
  const { status } = signs;
  const overdue = deadline !== undefined && clock.now().getTime() >= deadline;
  const isHeaderInvalid = status === undefined && invalidHeader.test(signs.message);
  const kind =
    overdue && status === undefined ? 'timeout' : isHeaderInvalid ? 'bad-request' : kindOf(signs);
  const message = isHeaderInvalid
    ? 'a header of the request is invalid; look for line breaks and other characters in the key and the headers'
    : quoteKnown(signs.message, maxMessageLength, context);
  const nextStep = nextSteps[kind] ?? '';
  const fields = withoutUndefined({
    kind,
    retryable: isRetryable(kind, signs, overdue),
    provider,
    retryAfterMs: readRetryAfter(signs.header, clock),
    status,
    requestId: safeRequestId(signs.requestId, context),
    usage: usageOf(signs),
    cause: safeCause(error, signs, message, context),
  });
  const text = `${subjectOf(provider, kind, status)}: ${message}${nextStep}`;
  // The constructor would hide the name of the model where it looks like a key.
  return copyLlmError(new LlmError(text, fields), {}, text);
}

/** Returns an error of another layer, or a copy without cause where it quotes a secret. */
function withoutSecrets(error: LlmError, known: KnownValues): LlmError {
  const redact = createKnownRedactor(known);
  const message = redact(error.message);
  const requestId = safeRequestId(error.requestId, known);
  if (message === error.message && requestId === error.requestId) return error;
  return copyLlmError(error, { ...withoutUndefined({ requestId }), cause: undefined }, message);
}

function safeRequestId(requestId: string | undefined, known: KnownValues): string | undefined {
  return requestId === undefined ? undefined : quoteKnown(requestId, maxRequestIdLength, known);
}

/** Creates the error of an answer that cannot be read. */
export function protocolError(
  provider: string,
  problem: string,
  options: { readonly usage?: LlmUsage } = {},
): LlmError {
  return new LlmError(`${provider} sent an answer that cannot be read: ${problem}`, {
    kind: 'protocol',
    retryable: true,
    provider,
    ...options,
  });
}

/** Creates the error of a stream that ends without its end mark: a proxy closes a connection that was cut in this way. */
export function cutStreamError(provider: string): LlmError {
  return new LlmError(`the stream of ${provider} was cut: it ended before its end mark`, {
    kind: 'network',
    provider,
  });
}

function kindOf(signs: ErrorSigns): LlmErrorKind {
  const { status, names, message } = signs;
  const decisive = names.flatMap((name) => decisiveNames.get(name) ?? [])[0];
  const badRequest =
    status === undefined
      ? names.some((name) => fallbackNames.get(name) === 'bad-request')
      : status === 400 || status === 413 || status === 422;
  // Inside a stream there is no status.
  if (badRequest || status === undefined) {
    if (names.some((name) => contentFilterNames.has(name))) return 'content-filter';
    if (names.some((name) => contextLengthNames.has(name))) return 'context-length';
  }
  if (badRequest && decisive === undefined && contextLengthMessage.test(message)) {
    return 'context-length';
  }
  const named = names.flatMap((name) => fallbackNames.get(name) ?? []);
  const isVague = badRequest || (status === undefined && named.every((kind) => kind === 'server'));
  return (
    decisive ??
    (badRequest ? named.find((kind) => accountKinds.has(kind)) : undefined) ??
    (isVague && quotaMessage.every((part) => part.test(message)) ? 'quota' : undefined) ??
    (status === undefined ? undefined : kindOfStatus(status)) ??
    (names.some((name) => lostConnectionCodes.has(name)) ? 'network' : undefined) ??
    named[0] ??
    messageKinds.find(([pattern]) => pattern.test(message))?.[1] ??
    'protocol'
  );
}

/** Returns undefined where core's default for the kind holds. */
function isRetryable(kind: LlmErrorKind, signs: ErrorSigns, overdue: boolean): boolean | undefined {
  const asked = signs.header('x-should-retry');
  if (asked === 'true' || asked === 'false') return asked === 'true';
  if (kind === 'timeout') return !overdue;
  return kind === 'protocol' ? true : undefined;
}

/** Describes a failure in words of this package: without anything that a provider wrote. */
export function subjectOf(
  provider: string,
  kind: LlmErrorKind,
  status: number | undefined,
): string {
  if (status !== undefined && status >= 400) return `${provider} answered ${status} (${kind})`;
  if (kind === 'network') return `${provider} could not be reached`;
  if (kind === 'timeout') return `${provider} did not answer in time`;
  return `the call to ${provider} failed (${kind})`;
}

function usageOf(signs: ErrorSigns): LlmUsage | undefined {
  const reported = signs.body['usage'];
  if (!isRecord(reported)) return undefined;
  const { usage } = readUsage(reported);
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** Creates a new error as cause: the SDK's own holds headers, the request and an unredacted stack. */
function safeCause(error: unknown, signs: ErrorSigns, message: string, known: KnownValues): Error {
  const cause = new Error(message);
  const redact = createKnownRedactor(known);
  const name = attempt(() => error instanceof Error) === true ? classNameOf(error) : undefined;
  const shown = redact(name ?? 'Error');
  Object.defineProperty(cause, 'name', { value: shown, configurable: true });
  const code = signs.names.find((candidate) => candidate !== shown.toLowerCase());
  return code === undefined ? cause : Object.assign(cause, { code: redact(code) });
}

/** RFC 9110 allows whole seconds only; providers send fractions, proxies exponents. */
const decimalNumber = /^[+-]?\d{1,400}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/i;
/** Any HTTP date form starts with a day name; `Date.parse` alone would take far too much. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Milliseconds a provider asks to wait: `retry-after-ms`, else `retry-after` in seconds or as an HTTP
 * date (RFC 9110 section 10.2.3). Negative and past is 0, unreadable is absent, no upper limit.
 */
function readRetryAfter(
  header: (name: string) => string | undefined,
  clock: Clock,
): number | undefined {
  return (
    readNumber(header('retry-after-ms'), 1) ??
    readNumber(header('retry-after'), 1000) ??
    readDate(header('retry-after'), clock)
  );
}

function readNumber(text: string | undefined, unitMs: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (!decimalNumber.test(trimmed)) return undefined;
  const milliseconds = Number(trimmed) * unitMs;
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds)) : Number.MAX_VALUE;
}

function readDate(text: string | undefined, clock: Clock): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (!httpDate.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now().getTime());
}

type NamesByKind = Partial<Readonly<Record<LlmErrorKind, string>>>;

/** Returns a map, because names come from the wire and `constructor` must not find anything. */
function kindsByName(table: NamesByKind): ReadonlyMap<string, LlmErrorKind> {
  return new Map(
    Object.entries(table).flatMap(([kind, names]) =>
      // The cast restores the key type that Object.entries drops.
      names.split(/\s+/).map((name) => [name, kind as LlmErrorKind] as const),
    ),
  );
}

/**
 * Names that decide whatever the status is: providers send quota errors as 400 and 429, expired
 * AWS tokens as 403, overload as 200 inside a stream. Lower case.
 */
const decisiveNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  quota: `insufficient_quota insufficient_credits insufficient_balance billing_hard_limit_reached billing_not_active billing_error
    servicequotaexceededexception`,
  auth: `unrecognizedclientexception expiredtokenexception expiredtoken invalidsignatureexception
    invalidclienttokenid missingauthenticationtokenexception incompletesignatureexception
    credentialsprovidererror`,
  permission: 'accessdeniedexception',
  'not-found': 'resourcenotfoundexception',
  'rate-limit': 'throttlingexception modelnotreadyexception',
  timeout: 'modeltimeoutexception',
  server: `modelerrorexception modelstreamerrorexception conflictexception
    internalserverexception`,
  overloaded: 'serviceunavailableexception overloaded_error',
});

/**
 * Names that decide only where there is no status: inside a stream, or when no server answered.
 * `streamederror` is the carrier of an error object that came as data and has no known name.
 */
const fallbackNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  auth: `authentication_error authenticationerror invalid_api_key api_key_invalid api_key_expired
    unauthenticated`,
  permission: 'permission_error permissiondeniederror permission_denied',
  'not-found': 'not_found_error model_not_found notfounderror not_found',
  'rate-limit': `rate_limit_error rate_limit_exceeded ratelimiterror toomanyrequestsexception
    resource_exhausted`,
  'context-length': 'request_too_large',
  timeout: `timeout_error deadline_exceeded apiconnectiontimeouterror timeouterror etimedout und_err_connect_timeout
    und_err_headers_timeout und_err_body_timeout`,
  aborted: 'apiuseraborterror aborterror',
  protocol: `syntaxerror ai_jsonparseerror ai_typevalidationerror ai_invalidresponsedataerror
    ai_emptyresponsebodyerror`,
  network: `econnrefused econnreset econnaborted enotfound eai_again epipe ehostunreach enetunreach
    und_err_socket cert_has_expired depth_zero_self_signed_cert self_signed_cert_in_chain
    unable_to_verify_leaf_signature err_tls_cert_altname_invalid apiconnectionerror`,
  server: 'streamederror server_error api_error internalservererror internalfailure',
  overloaded: 'service_unavailable unavailable',
  'bad-request': `invalid_request_error badrequesterror unprocessableentityerror
    validationexception invalid_argument failed_precondition`,
});

/**
 * Codes of a connection that was lost. They decide before class names: the AWS SDK calls a reset
 * connection `TimeoutError`.
 */
const lostConnectionCodes: ReadonlySet<string> = /* @__PURE__ */ wordSet(
  'econnrefused econnreset econnaborted epipe und_err_socket',
);

/** Statuses that mean one thing at every provider; ranges follow in `kindOfStatus`. */
const statusKinds: Readonly<Record<number, LlmErrorKind>> = {
  401: 'auth',
  402: 'quota',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'server',
  413: 'context-length',
  424: 'server',
  429: 'rate-limit',
  499: 'aborted',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};

/** Returns the kind of an HTTP status; undefined below 400, where an error can only be unreadable. */
function kindOfStatus(status: number): LlmErrorKind | undefined {
  if (status < 400) return undefined;
  return statusKinds[status] ?? (status >= 500 ? 'server' : 'bad-request');
}

/** Kinds that a name decides although the status is that of a bad request. */
const accountKinds: ReadonlySet<LlmErrorKind> = /* @__PURE__ */ new Set([
  'auth',
  'permission',
  'rate-limit',
]);

/** Refusals of the content, as distinct from other bad requests. */
const contentFilterNames: ReadonlySet<string> = /* @__PURE__ */ wordSet(
  'content_filter content_policy_violation responsibleaipolicyviolation',
);

const contextLengthNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'context_length_exceeded',
  'request_too_large',
]);

/** Messages of providers without a code when the prompt is too long. Used for bad requests only. */
const contextLengthMessage: RegExp =
  /context (?:length|window|limit)|maximum context|(?:prompt|input|conversation) is too long|too many (?:input |prompt )?tokens|input token count|maximum (?:number of )?(?:input )?tokens|request_too_large/i;

/** Messages of providers when the account has nothing left match both. Used where no code, type or status is more precise. */
const quotaMessage: readonly RegExp[] = [
  /\b(?:credit|balance|funds|quota)/i,
  /\b(?:too low|insufficient|not enough|out of|exhausted|exceeded|used up|depleted)\b/i,
];

/**
 * Messages of `fetch` in Node, Bun, Deno and browsers, and of Node's `http`, about a header that cannot be sent. They quote its value, which may be a secret that
 * no redactor knows. Another attempt would fail too.
 */
const invalidHeader: RegExp =
  /invalid header|invalid character in header|must be a valid http token|header '[\w-]{1,99}' has invalid|on 'headers'|\bbytestring\b|\biso-8859-1\b/i;

/** Texts of failures that come without a code in some run times. Used only where nothing else decided. */
const messageKinds: readonly (readonly [RegExp, LlmErrorKind])[] = [
  [/request timed out|headers timeout|body timeout/i, 'timeout'],
  [/request was aborted|operation was aborted/i, 'aborted'],
  [
    /fetch failed|connection error|socket hang up|other side closed|^terminated|network|failed to fetch|load failed/i,
    'network',
  ],
  [/is not valid json|unexpected end of json|unexpected token/i, 'protocol'],
];
