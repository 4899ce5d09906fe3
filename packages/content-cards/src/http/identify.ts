import { InvalidArgumentError } from '@kanmon/core';
import { bearer, type HttpCaller, type TokenVerifier } from '@kanmon/core/http';
import { checkArgument, checkBy, isRecord, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import { shapeProblem } from '../model/check-shape.ts';
import { textSchema } from '../model/text-schema.ts';

/** The owner of a token. */
export interface Principal {
  /** 1 to 128 characters, none of them a control or an invisible one: changes record it as their actor. */
  readonly subject: string;
  readonly scopes: readonly string[];
  /** `true` for a person, or absent: the scopes decide. Any other value is a program, which cannot approve. */
  readonly human?: boolean;
  /** Actors on whose behalf the subject may act. */
  readonly delegates?: readonly string[];
}

/** The sender of a request. */
export interface ContentCaller extends HttpCaller {
  /** A stable id, 1 to 128 characters, none of them a control or an invisible one: changes record it as their actor. */
  readonly id: string;
  /** Actors on whose behalf the sender may act. */
  readonly delegates?: readonly string[];
}

/** Every scope. */
export const allScopes = [
  'cards:read',
  'cards:write',
  'cards:approve',
  'cards:return',
  'cards:unlock',
  'cards:override',
  'cards:rollback',
  'logs:read',
] as const;

/** A scope of a sender. */
export type Scope = (typeof allScopes)[number];

/** Options that identify senders. */
export interface IdentityOptions {
  /**
   * Returns the sender of a request, or null (401). This or `auth` is required unless `allowAnonymous`. A sender with
   * `human: false`, or any other value than `true`, cannot approve; without `human`, the scope `cards:approve`
   * decides.
   */
  readonly identify?: (request: Request) => ContentCaller | null | Promise<ContentCaller | null>;
  /** Verifies bearer tokens; instead of `identify`. The subject is the sender. */
  readonly auth?: TokenVerifier<Principal>;
  /**
   * The actor of a change. `token`: the sender; `header`: X-Actor; `both-must-match`: X-Actor, which must be
   * the sender or one of its delegates. Without X-Actor it is the sender. @default 'both-must-match'
   */
  readonly actorPolicy?: 'token' | 'header' | 'both-must-match';
  /** Serves unknown senders: beside `identify` with `cards:read` alone, else with every scope. @default false */
  readonly allowAnonymous?: boolean;
}

/** Returns `identify`, or the one of `auth`; undefined when senders are not identified. */
export function identifyOf({ identify, auth }: IdentityOptions): IdentityOptions['identify'] {
  if (identify !== undefined && auth !== undefined) {
    throw new InvalidArgumentError(
      'expected options.identify or options.auth, got both; use `identify: bearer(auth)` for tokens',
    );
  }
  if (auth === undefined) return identify;
  return bearer(async (token, request) => {
    const principal = await auth(token, request);
    if (principal === null) return null;
    const { subject, scopes, human, delegates } = principal;
    return withoutUndefined({ id: subject, scopes, human, delegates });
  });
}

/** Returns the scopes of the anonymous sender, where it is allowed. */
export function anonymousScopes({ identify }: IdentityOptions): readonly Scope[] {
  return identify === undefined ? allScopes : ['cards:read'];
}

/** Returns `identify` with the anonymous sender, where it is allowed. A refused credential stays refused. */
export function identifyWith(
  options: IdentityOptions,
): (request: Request) => Promise<ContentCaller | null> {
  const { identify, allowAnonymous = false } = options;
  const scopes = anonymousScopes(options);
  return async (request) => {
    const caller = (await identify?.(request)) ?? null;
    checkId(caller);
    if (caller !== null || !allowAnonymous || request.headers.has('authorization')) return caller;
    return { id: 'anonymous', scopes, isAnonymous: true };
  };
}

/**
 * Returns the actor of a change. Null: the header is malformed, or missing where nothing else names the actor.
 * `mismatch`: the sender may not act in that name.
 */
export function actorOf(
  request: Request,
  principal: ContentCaller,
  { actorPolicy = 'both-must-match', identify }: IdentityOptions,
): string | null {
  if (actorPolicy === 'token') return principal.id;
  const header = request.headers.get('x-actor');
  if (header === null && identify !== undefined) return principal.id;
  const actor = header === null ? null : readActor(header);
  // Without `identify` there is no sender that the header could differ from.
  if (actor === null || actorPolicy === 'header' || identify === undefined) return actor;
  const isOurs = actor === principal.id || (principal.delegates ?? []).includes(actor);
  return isOurs ? actor : 'mismatch';
}

const actorSchema = textSchema(128);

/** Throws for an id that no change can record; core refuses one that is blank or no text. */
function checkId(caller: unknown): void {
  const id = isRecord(caller) ? caller['id'] : undefined;
  if (typeof id !== 'string' || id.trim() === '' || checkBy(actorSchema, id).ok) return;
  throw new InvalidArgumentError(
    `expected identify to return an id of at most 128 characters, none of them a control or an invisible one, got one of ${id.length}; shorten a long subject, for example to its hash`,
  );
}

/** Reads the percent-encoded name of an actor; null for a malformed one. */
function readActor(header: string): string | null {
  if (!/^[\u0021-\u007e]+$/.test(header)) return null;
  try {
    const actor = checkBy(actorSchema, decodeURIComponent(header));
    return actor.ok ? actor.value : null;
  } catch {
    return null;
  }
}

const encoder = new TextEncoder();

const scopesSchema = z.array(z.string());
const commonSchema = { human: z.boolean().optional(), delegates: z.array(z.string()).optional() };
const id = z.string().min(1);
const principalSchema = z.looseObject({ subject: id, scopes: scopesSchema, ...commonSchema });
const callerSchema = z.looseObject({ id, scopes: scopesSchema.optional(), ...commonSchema });

/** Returns what is wrong with an entry, or null. The token is a secret, which no message names. */
function ownerProblem(token: string, owner: unknown): string | null {
  if (token === '') return 'an empty token';
  // The key of `{ [process.env.TOKEN]: owner }` without the variable, which every sender can guess.
  if (token === 'undefined' || token === 'null') return 'a token that is not set';
  const isPrincipal = !isRecord(owner) || 'subject' in owner || !('id' in owner);
  return shapeProblem(isPrincipal ? principalSchema : callerSchema, owner);
}

/**
 * Creates a verifier for a fixed list of tokens. Every token is compared, in constant time.
 *
 * @throws {InvalidArgumentError} For a token that is empty or not set, and for an owner of another form.
 */
export function createStaticTokenVerifier<Owner extends Principal | ContentCaller>(
  tokens: Readonly<Record<string, Owner>>,
): TokenVerifier<Owner> {
  checkArgument('tokens of createStaticTokenVerifier', 'an object', tokens);
  for (const [index, [token, owner]] of Object.entries(tokens).entries()) {
    const problem = ownerProblem(token, owner);
    if (problem === null) continue;
    throw new InvalidArgumentError(
      `expected entry ${index} of the tokens to be a token with { subject, scopes, human?, delegates? }, got ${problem}`,
    );
  }
  const known = Object.entries(tokens).map(([token, principal]) => ({
    bytes: encoder.encode(token),
    principal,
  }));
  return (token) => {
    const bytes = encoder.encode(token);
    let found: Owner | null = null;
    for (const each of known) if (areEqual(each.bytes, bytes)) found = each.principal;
    return found;
  };
}

function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1)
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}
