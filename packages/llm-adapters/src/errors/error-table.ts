import type { LlmErrorKind } from '@kanmon/core';
import { wordSet } from '../wire/read.ts';

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
export const decisiveNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  quota: `insufficient_quota billing_hard_limit_reached billing_not_active billing_error
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
export const fallbackNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  auth: 'authentication_error authenticationerror invalid_api_key',
  permission: 'permission_error permissiondeniederror',
  'not-found': 'not_found_error model_not_found notfounderror',
  'rate-limit': `rate_limit_error rate_limit_exceeded ratelimiterror toomanyrequestsexception`,
  'context-length': 'request_too_large',
  timeout: `timeout_error apiconnectiontimeouterror timeouterror etimedout und_err_connect_timeout
    und_err_headers_timeout und_err_body_timeout`,
  aborted: 'apiuseraborterror aborterror',
  protocol: `syntaxerror ai_jsonparseerror ai_typevalidationerror ai_invalidresponsedataerror
    ai_emptyresponsebodyerror`,
  network: `econnrefused econnreset econnaborted enotfound eai_again epipe ehostunreach enetunreach
    und_err_socket cert_has_expired depth_zero_self_signed_cert self_signed_cert_in_chain
    unable_to_verify_leaf_signature err_tls_cert_altname_invalid apiconnectionerror`,
  server: 'streamederror server_error api_error internalservererror internalfailure',
  overloaded: 'service_unavailable',
  'bad-request': `invalid_request_error badrequesterror unprocessableentityerror
    validationexception`,
});

/**
 * Codes of a connection that was lost. They decide before class names: the AWS SDK calls a reset
 * connection `TimeoutError`.
 */
export const lostConnectionCodes: ReadonlySet<string> = /* @__PURE__ */ wordSet(
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
export function kindOfStatus(status: number): LlmErrorKind | undefined {
  if (status < 400) return undefined;
  return statusKinds[status] ?? (status >= 500 ? 'server' : 'bad-request');
}

/** Refusals of the content, as distinct from other bad requests. */
export const contentFilterNames: ReadonlySet<string> = /* @__PURE__ */ wordSet(
  'content_filter content_policy_violation responsibleaipolicyviolation',
);

export const contextLengthNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'context_length_exceeded',
  'request_too_large',
]);

/** Messages of providers without a code when the prompt is too long. Used for bad requests only. */
export const contextLengthMessage: RegExp =
  /context (?:length|window|limit)|maximum context|(?:prompt|input|conversation) is too long|too many (?:input |prompt )?tokens|input token count|maximum (?:number of )?(?:input )?tokens|request_too_large/i;

/** Texts of failures that come without a code in some run times. Used only where nothing else decided. */
export const messageKinds: readonly (readonly [RegExp, LlmErrorKind])[] = [
  [/request timed out|headers timeout|body timeout/i, 'timeout'],
  [/request was aborted|operation was aborted/i, 'aborted'],
  [
    /fetch failed|connection error|socket hang up|other side closed|^terminated|network|failed to fetch|load failed/i,
    'network',
  ],
  [/is not valid json|unexpected end of json|unexpected token/i, 'protocol'],
];
