import type { LlmErrorKind } from '@kanmon/core';

/**
 * Names that decide whatever the status says: providers send quota errors as 400 and 429, expired
 * AWS tokens as 403, overload as 200 inside a stream. Lower case.
 */
export const decisiveNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  insufficient_quota: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  billing_error: 'quota',
  servicequotaexceededexception: 'quota',
  unrecognizedclientexception: 'auth',
  expiredtokenexception: 'auth',
  expiredtoken: 'auth',
  invalidsignatureexception: 'auth',
  invalidclienttokenid: 'auth',
  missingauthenticationtokenexception: 'auth',
  incompletesignatureexception: 'auth',
  credentialsprovidererror: 'auth',
  accessdeniedexception: 'permission',
  resourcenotfoundexception: 'not-found',
  throttlingexception: 'rate-limit',
  modelnotreadyexception: 'rate-limit',
  modeltimeoutexception: 'timeout',
  modelerrorexception: 'server',
  modelstreamerrorexception: 'server',
  conflictexception: 'server',
  serviceunavailableexception: 'overloaded',
  internalserverexception: 'server',
  overloaded_error: 'overloaded',
});

/** Names that decide only where there is no status: inside a stream, or when nothing answered. */
export const fallbackNames: ReadonlyMap<string, LlmErrorKind> = /* @__PURE__ */ kindsByName({
  authentication_error: 'auth',
  authenticationerror: 'auth',
  invalid_api_key: 'auth',
  permission_error: 'permission',
  permissiondeniederror: 'permission',
  not_found_error: 'not-found',
  model_not_found: 'not-found',
  notfounderror: 'not-found',
  rate_limit_error: 'rate-limit',
  rate_limit_exceeded: 'rate-limit',
  ratelimiterror: 'rate-limit',
  toomanyrequestsexception: 'rate-limit',
  request_too_large: 'context-length',
  timeout_error: 'timeout',
  apiconnectiontimeouterror: 'timeout',
  timeouterror: 'timeout',
  etimedout: 'timeout',
  und_err_connect_timeout: 'timeout',
  und_err_headers_timeout: 'timeout',
  und_err_body_timeout: 'timeout',
  apiuseraborterror: 'aborted',
  aborterror: 'aborted',
  syntaxerror: 'protocol',
  ai_jsonparseerror: 'protocol',
  ai_typevalidationerror: 'protocol',
  ai_invalidresponsedataerror: 'protocol',
  ai_emptyresponsebodyerror: 'protocol',
  econnrefused: 'network',
  econnreset: 'network',
  econnaborted: 'network',
  enotfound: 'network',
  eai_again: 'network',
  epipe: 'network',
  ehostunreach: 'network',
  enetunreach: 'network',
  und_err_socket: 'network',
  cert_has_expired: 'network',
  depth_zero_self_signed_cert: 'network',
  self_signed_cert_in_chain: 'network',
  unable_to_verify_leaf_signature: 'network',
  err_tls_cert_altname_invalid: 'network',
  apiconnectionerror: 'network',
  // Our own carrier of an error object that came as data and names nothing we know.
  streamederror: 'server',
  server_error: 'server',
  api_error: 'server',
  internalservererror: 'server',
  internalfailure: 'server',
  service_unavailable: 'overloaded',
  invalid_request_error: 'bad-request',
  badrequesterror: 'bad-request',
  unprocessableentityerror: 'bad-request',
  validationexception: 'bad-request',
});

/**
 * Codes of a connection that was lost. They decide before class names: the AWS SDK calls a reset
 * connection `TimeoutError`.
 */
export const lostConnectionCodes: ReadonlySet<string> = new Set([
  'econnrefused',
  'econnreset',
  'econnaborted',
  'epipe',
  'und_err_socket',
]);

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

/** The kind of an HTTP status; absent below 400, where an error can only be unreadable. */
export function kindOfStatus(status: number): LlmErrorKind | undefined {
  if (status < 400) return undefined;
  return statusKinds[status] ?? (status >= 500 ? 'server' : 'bad-request');
}

/** Refusals of the content, told apart from other bad requests. */
export const contentFilterNames: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'responsibleaipolicyviolation',
]);

export const contextLengthNames: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'request_too_large',
]);

/** How providers without a code say that the prompt is too long. Asked of bad requests only. */
export const contextLengthMessage: RegExp =
  /context (?:length|window|limit)|maximum context|(?:prompt|input|conversation) is too long|too many (?:input |prompt )?tokens|input token count|maximum (?:number of )?(?:input )?tokens|request_too_large/i;

/** Texts of failures that come without a code in some run times. Asked only where nothing else decided. */
export const messageKinds: readonly (readonly [RegExp, LlmErrorKind])[] = [
  [/request timed out|headers timeout|body timeout/i, 'timeout'],
  [/request was aborted|operation was aborted/i, 'aborted'],
  [
    /fetch failed|connection error|socket hang up|other side closed|^terminated|network|failed to fetch|load failed/i,
    'network',
  ],
  [/is not valid json|unexpected end of json|unexpected token/i, 'protocol'],
];

/** A map, because names come from the wire and `constructor` must not find anything. */
function kindsByName(
  table: Readonly<Record<string, LlmErrorKind>>,
): ReadonlyMap<string, LlmErrorKind> {
  return new Map(Object.entries(table));
}
