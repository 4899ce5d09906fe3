import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Principal, TokenVerifier } from './principal.ts';

/** Which tokens are accepted. */
export interface JwtVerifierOptions {
  /** Where the issuer publishes its keys, or a function that finds one. */
  readonly keys: string | URL | JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
  /** @default asymmetric ones */
  readonly algorithms?: readonly string[];
}

const asymmetric = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** Verifies JWT access tokens (RFC 9068): signature, issuer, audience, times; `scope` as text or list. */
export function createJwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { keys, issuer, audience, algorithms = asymmetric } = options;
  const findKey = typeof keys === 'function' ? keys : createRemoteJWKSet(new URL(keys));
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'exp'],
      });
      return principalOf(payload.sub ?? '', payload);
    } catch {
      // Whatever is wrong with a token, the answer is the same: 401.
      return null;
    }
  };
}

function principalOf(subject: string, payload: Readonly<Record<string, unknown>>): Principal {
  const delegates = listOfTexts(payload['delegates']);
  return {
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
