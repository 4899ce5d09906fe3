import { checkOptions, optionError } from '@kanmon/core/kit';
import { createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { TokenVerifier } from '@kanmon/core/http';
import type { ContentCaller, Principal } from './identify.ts';

/** Options of `createJwtVerifier`. */
export interface JwtVerifierOptions {
  /** The URL of the issuer's keys, or a function that finds a key. */
  readonly keys: string | URL | JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
  /** @default asymmetric ones */
  readonly algorithms?: readonly string[];
  /**
   * The `typ` header that a token must have, so that no other token of the issuer (an ID token, a
   * logout token) passes. Null takes any: for issuers that do not follow RFC 9068. @default 'at+jwt'
   */
  readonly typ?: string | null;
}

const asymmetric = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

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
 * times; `scope` as text or list. An accepted token is not checked again for 30 seconds, or until it expires.
 */
export function createJwtVerifier(
  options: JwtVerifierOptions,
): TokenVerifier<Principal & ContentCaller> {
  checkOptions(options, 'keys issuer audience algorithms typ', 'createJwtVerifier(options)');
  const { keys, issuer, audience, algorithms = asymmetric, typ = 'at+jwt' } = options;
  if (typeof keys !== 'function' && !URL.canParse(keys))
    throw optionError('keys', 'the URL of a JWK set or a function', keys);
  const findKey = typeof keys === 'function' ? keys : createRemoteJWKSet(new URL(keys));
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
      const { payload } = await jwtVerify(token, findKey, {
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
    } catch {
      // Whatever is wrong with a token, the answer is the same: 401.
      return null;
    }
  };
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
    ...(delegates.length === 0 ? {} : { delegates }),
  };
}

function listOfTexts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : [];
}
