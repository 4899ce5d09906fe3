import { allScopes, type Principal, type TokenVerifier } from './principal.ts';
import { readActor } from './read-request.ts';

/** Whom an app takes for whom. */
export interface IdentityOptions {
  readonly auth?: TokenVerifier;
  readonly actorPolicy?: 'token' | 'header' | 'both-must-match';
  readonly allowAnonymous?: boolean;
}

/** Whom the bearer token stands for; null for nobody. */
export async function authenticate(
  request: Request,
  options: IdentityOptions,
): Promise<Principal | null> {
  const { auth, allowAnonymous = false } = options;
  const header = request.headers.get('authorization');
  if (header === null && allowAnonymous)
    return { subject: 'anonymous', scopes: auth === undefined ? allScopes : ['cards:read'] };
  if (header === null) return null;
  const [, token] = /^bearer +([\w\-.~+/]+=*)$/i.exec(header) ?? [];
  if (token === undefined) return null;
  return auth === undefined ? null : auth(token, request);
}

/**
 * The actor: the subject of the token where X-Actor is absent. Null when the header is malformed, or
 * absent without a token; `mismatch` when the token may not act in that name.
 */
export function actorOf(
  request: Request,
  principal: Principal,
  options: IdentityOptions,
): string | null {
  const { actorPolicy = 'both-must-match', auth } = options;
  if (actorPolicy === 'token') return principal.subject;
  const header = request.headers.get('x-actor');
  if (header === null && auth !== undefined) return principal.subject;
  const actor = header === null ? null : readActor(header);
  // Without a verifier there is no subject that the header could differ from.
  if (actor === null || actorPolicy === 'header' || auth === undefined) return actor;
  const isOurs = actor === principal.subject || (principal.delegates ?? []).includes(actor);
  return isOurs ? actor : 'mismatch';
}
