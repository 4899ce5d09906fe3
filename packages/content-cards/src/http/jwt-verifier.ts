import { checkArgument, checkOptions, optionError } from '@kanmon/core/kit';
import { createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { TokenVerifier } from '@kanmon/core/http';
import type { ContentCaller, Principal } from './identify.ts';

/** Options of `createJwtVerifier`. */
export interface JwtVerifierOptions {
  /**
   * The URL of the issuer's keys, or a function that finds a key. The function throws jose's `JWKSNoMatchingKey` for a
   * token whose key is not known; any other error is one of the host, and the verifier throws it on.
   */
  readonly keys: string | URL | JWTVerifyGetKey;
  /** The `iss` claim that a token must have. */
  readonly issuer: string;
  /** The `aud` claim that a token must have or list. */
  readonly audience: string;
  /** @default ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'] */
  readonly algorithms?: readonly string[];
  /**
   * The `typ` header that a token must have, so that no other token of the issuer (an ID token, a
   * logout token) passes. Null takes any: for issuers that do not follow RFC 9068. @default 'at+jwt'
   */
  readonly typ?: string | null;
}

const asymmetric = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];

/** The algorithms of signatures that jose knows. */
const algorithmPattern = /^(?:(?:HS|RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519|ML-DSA-(?:44|65|87))$/;

/** Codes of jose for a token that names a key or an algorithm that is not there. */
const unknownKeyCodes: ReadonlySet<unknown> = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JWS_INVALID',
  'ERR_JWT_INVALID',
]);

/** Carries an error of the keys through jose, so that it is not taken for one of the token. */
class KeysUnavailable extends Error {}

/** The most by which the clock of the issuer may be ahead. */
const maxSkewSeconds = 60;
/** The last second of the year 9999. */
const maxTime = 253_402_300_799;

/** A key that its issuer withdraws counts for so long; jose itself keeps the keys of an issuer for ten minutes. */
const acceptedMs = 30_000;
const maxAccepted = 1000;

/** A token whose signature and claims were checked. */
interface Accepted {
  readonly principal: Principal & ContentCaller;
  /** Epoch milliseconds at which it is checked again. */
  readonly until: number;
}

/**
 * Creates a verifier of JWT access tokens (RFC 9068): type, signature, issuer, audience, subject and
 * times; `scope` as text or list. A claim `human` is passed on: `true` is a person, any other value a program. An accepted token is not checked again for 30 seconds, or until it expires. A token
 * that is not accepted is null. When the keys cannot be read, the verifier rejects with that error.
 *
 * @throws {InvalidArgumentError} An option is missing, unknown or invalid.
 */
export function createJwtVerifier(
  options: JwtVerifierOptions,
): TokenVerifier<Principal & ContentCaller> {
  checkOptions(options, 'keys issuer audience algorithms typ', 'createJwtVerifier(options)');
  checkJwtOptions(options);
  const { keys, issuer, audience, algorithms = asymmetric, typ = 'at+jwt' } = options;
  const findKey = typeof keys === 'function' ? keys : createRemoteJWKSet(new URL(keys));
  const findOrFail: JWTVerifyGetKey = async (header, token) => {
    try {
      return await findKey(header, token);
    } catch (error) {
      if (unknownKeyCodes.has(Reflect.get(Object(error), 'code'))) throw error;
      throw new KeysUnavailable('the keys of the issuer cannot be read', { cause: error });
    }
  };
  const accepted = new Map<string, Accepted>();
  const accept = (token: string, exp: number, principal: Accepted['principal']): void => {
    const [oldest] = accepted.keys();
    if (accepted.size >= maxAccepted && oldest !== undefined) accepted.delete(oldest);
    accepted.set(token, { principal, until: Math.min(exp * 1000, Date.now() + acceptedMs) });
  };
  return async (token) => {
    const known = accepted.get(token);
    if (known !== undefined && Date.now() < known.until) return known.principal;
    accepted.delete(token);
    try {
      const { payload } = await jwtVerify(token, findOrFail, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'exp'],
        ...(typ === null ? {} : { typ }),
      });
      const { sub, exp = 0 } = payload;
      if (typeof sub !== 'string' || sub.trim() === '' || !hasSoundTimes(payload)) return null;
      const principal = principalOf(sub, payload);
      accept(token, exp, principal);
      return principal;
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error.cause;
      // Whatever is wrong with a token, the answer is the same: 401.
      return null;
    }
  };
}

/** jose skips the check of an issuer or audience that is undefined, and refuses every token for other wrong options. */
function checkJwtOptions({ keys, issuer, audience, algorithms, typ }: JwtVerifierOptions): void {
  if (typeof keys !== 'function' && !(URL.canParse(keys) && /^https?:/.test(new URL(keys).href)))
    throw optionError('keys', 'the http(s) URL of a JWK set or a function', keys);
  for (const [name, value] of Object.entries({ issuer, audience })) {
    if (typeof value !== 'string' || value.trim() === '')
      throw optionError(name, 'a text that is not blank', value);
  }
  if (algorithms !== undefined) {
    checkArgument('options.algorithms', 'a list', algorithms);
    const wrong =
      algorithms.length === 0 ? '' : algorithms.find((each) => !algorithmPattern.test(each));
    if (wrong !== undefined)
      throw optionError('algorithms', "a list of names such as 'RS256'", wrong);
  }
  if (typ !== undefined && typ !== null && (typeof typ !== 'string' || typ === ''))
    throw optionError('typ', 'a text that is not empty, or null', typ);
}

/** jose has checked that `exp` is a number that is not over. */
function hasSoundTimes({ exp = 0, iat }: JWTPayload): boolean {
  if (exp > maxTime) return false;
  return iat === undefined || (iat <= Date.now() / 1000 + maxSkewSeconds && iat < exp);
}

function principalOf(
  subject: string,
  payload: Readonly<Record<string, unknown>>,
): Principal & ContentCaller {
  const delegates = listOfTexts(payload['delegates']);
  return {
    id: subject,
    subject,
    scopes:
      typeof payload['scope'] === 'string'
        ? payload['scope'].split(' ').filter((scope) => scope !== '')
        : listOfTexts(payload['scope'] ?? payload['scp']),
    ...(Object.hasOwn(payload, 'human') ? { human: payload['human'] === true } : {}),
    ...(delegates.length === 0 ? {} : { delegates }),
  };
}

function listOfTexts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : [];
}
