import { checkArgument } from '../vocabulary/check-argument.ts';
import type { HttpCaller } from './route.ts';

/** Verifies a bearer token; null for a token that is not accepted. */
export type TokenVerifier<Caller> = (
  token: string,
  request: Request,
) => Caller | null | Promise<Caller | null>;

/**
 * Returns an `identify` that reads `Authorization: Bearer <token>` (RFC 6750 section 2.1) and passes the token on.
 * A missing or malformed header is an unknown caller.
 *
 * @example
 * createProposalQualityApp({ identify: bearer(async (token) => (await verify(token)).caller) });
 */
export function bearer<Caller extends HttpCaller>(
  verify: TokenVerifier<Caller>,
): (request: Request) => Promise<Caller | null> {
  checkArgument('verify of bearer', 'a function', verify);
  return async (request) => {
    const header = request.headers.get('authorization') ?? '';
    const [, token] = /^bearer +([\w\-.~+/]+=*)$/i.exec(header) ?? [];
    return token === undefined ? null : verify(token, request);
  };
}
