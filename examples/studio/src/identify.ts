import type { SharedCounter } from '@kanmon/core';
import { bearer, type HttpCaller, HttpProblem, type TokenVerifier } from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import type { StudioScope } from './scopes.ts';

/** Verifies a bearer token; null for a token that is not accepted. */
export type Verify = TokenVerifier<{
  readonly id: string;
  readonly scopes?: readonly string[];
}>;

/** Returns the sender of a request, or null for an unknown one. */
export type Identify = (request: Request) => Promise<HttpCaller | null>;

/** Only people get this scope from an issuer, so it also marks a person. */
const scopeOfPeople: StudioScope = 'proposals:confirm';

const secondMs = 1000;
/** Requests without a valid token that one address may send in a second. */
const strangersPerSecond = 20;

/** Options of `createIdentify`. */
export interface IdentifyOptions {
  readonly verify: Verify;
  readonly counter: SharedCounter;
  readonly requestsPerSecond: number;
  /** Returns the network address of the sender. */
  readonly addressOf: (request: Request) => string;
}

/**
 * Returns the sender of a request from its bearer token and counts the request against the sender's limit.
 * The id of the sender is the subject of the token: nothing else of a request names an actor.
 */
export function createIdentify(options: IdentifyOptions): Identify {
  const { verify, counter, requestsPerSecond, addressOf } = options;
  const read = bearer<HttpCaller>(async (token, request) => {
    const owner = await verify(token, request);
    if (owner === null) return null;
    const { id, scopes } = owner;
    const human = scopes?.includes(scopeOfPeople) === true;
    return { id, human, ...withoutUndefined({ scopes }) };
  });
  return async (request) => {
    const stranger = { key: `address:${addressOf(request)}`, limit: strangersPerSecond };
    const caller = await read(request).catch(async (error: unknown) => {
      // The keys of the issuer cannot be read: nothing is known of the sender.
      await count(counter, stranger);
      throw error;
    });
    await count(
      counter,
      caller === null ? stranger : { key: `caller:${caller.id}`, limit: requestsPerSecond },
    );
    return caller;
  };
}

async function count(
  counter: SharedCounter,
  { key, limit }: { readonly key: string; readonly limit: number },
): Promise<void> {
  const answer = await counter.take([{ key, points: 1, limit, windowMs: secondMs }]);
  if (answer.ok) return;
  const seconds = Math.ceil((answer.retryAfterMs ?? secondMs) / 1000);
  throw new HttpProblem(429, 'rate_limited', {
    message: {
      en: 'Too many requests; try again in {seconds} s',
      ja: 'リクエストが多すぎます。{seconds} 秒後にもう一度試してください',
    },
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

/**
 * Refuses a sender without the scope of a route. For apps whose routes have no scopes. A route without a scope is
 * refused too: an address that is spelled in another way must not get past the list.
 */
export function requiringScope(
  identify: Identify,
  scopeOf: (request: Request) => StudioScope | undefined,
): Identify {
  return async (request) => {
    const caller = await identify(request);
    if (caller === null) return null;
    const scope = scopeOf(request);
    if (scope !== undefined && caller.scopes?.includes(scope) === true) return caller;
    const needed = scope === undefined ? '' : `, scope="${scope}"`;
    throw new HttpProblem(403, 'forbidden', {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope"${needed}` },
    });
  };
}
