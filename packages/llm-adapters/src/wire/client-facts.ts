import { checkArgument } from '@kanmon/core/kit';
import {
  canonicalJson,
  type JsonValue,
  type LlmClient,
  type LlmRequest,
  sha256Hex,
} from '@kanmon/core';
import { toJsonValue } from './read.ts';

/** The values that distinguish a client from another of the same provider and model, and its secrets. */
export interface ClientFacts {
  /** Keys of the client, to be kept out of what is written. */
  secrets(): readonly string[];
  /** Hash of where it asks and by which settings. */
  server(): string;
  account(): ClientAccount;
}

/** The account whose credentials a client uses. */
interface ClientAccount {
  /** A hash; where the adapter cannot read the credentials, a name of this client in this process. */
  readonly id: string;
  /** True when another process would compute the same id. */
  readonly portable: boolean;
}

/** Registered, so that two copies of the package know each other's clients. */
const factsKey = Symbol.for('kanmon.client-facts');

/** Attaches facts to a client. They are functions, so that inspecting the client shows no value. */
export function setClientFacts(client: LlmClient, facts: ClientFacts | undefined): void {
  if (facts !== undefined) Object.defineProperty(client, factsKey, { value: facts });
}

/** Returns the facts of a client or of what it decorates; undefined for a client of another maker. */
export function clientFacts(client: LlmClient): ClientFacts | undefined {
  // The symbol is ours: nothing else sets it.
  return Reflect.get(client, factsKey) as ClientFacts | undefined;
}

/** Returns the facts of a client that asks one of several. */
function jointFacts(clients: readonly LlmClient[]): ClientFacts | undefined {
  const all = clients.map(clientFacts);
  if (all.every((facts) => facts === undefined)) return undefined;
  return {
    secrets: () => all.flatMap((facts) => facts?.secrets() ?? []),
    server: () => hashOf(all.map((facts) => facts?.server())),
    account() {
      const accounts = all.map((facts) => facts?.account());
      return {
        id: hashOf(accounts.map((account) => account?.id)),
        portable: accounts.every((account) => account?.portable !== false),
      };
    },
  };
}

/** Creates a client that asks one of several. It has the names and abilities of the first, and streams if that does. */
export function createJointClient(
  clients: readonly [LlmClient, ...LlmClient[]],
  calls: Required<Pick<LlmClient, 'generate' | 'stream'>>,
): LlmClient {
  const [{ provider, model, capabilities, stream }] = clients;
  const { generate } = calls;
  const streamed = stream === undefined ? {} : { stream: calls.stream };
  const client = { provider, model, capabilities, generate, ...streamed };
  setClientFacts(client, jointFacts(clients));
  return client;
}

/** SHA-256 of plain data. */
export function hashOf(value: unknown): string {
  return sha256Hex(canonicalJson(toJsonValue(value)));
}

/** The account of known credentials, or of an object that has credentials which cannot be read. */
export function accountOf(credentials: readonly string[] | object): ClientAccount {
  return isList(credentials)
    ? { id: hashOf(credentials), portable: true }
    : { id: localName(credentials), portable: false };
}

const processName = /* @__PURE__ */ Math.random().toString(36).slice(2);
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Names an object whose content cannot be read; no other object, here or in another process, has the name. */
function localName(object: object): string {
  const known = numbers.get(object);
  if (known !== undefined) return `${processName}:${known}`;
  lastNumber += 1;
  numbers.set(object, lastNumber);
  return localName(object);
}

/** `Array.isArray` alone does not narrow a read-only list away. */
function isList(value: readonly string[] | object): value is readonly string[] {
  return Array.isArray(value);
}

/**
 * Computes what makes two calls equal: SHA-256 over the canonical JSON of provider, model, the neutral
 * request without `metadata`, and for an adapter of this package its base URL, defaults and account.
 * Lower-case hex. Where an adapter cannot read its credentials (Bedrock, AI SDK, key functions), the key
 * is valid in this process only, unless `defaults.identity` names the account.
 */
export function requestKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: LlmRequest,
): string {
  checkArgument('client of requestKey', 'an object', client);
  checkArgument('request of requestKey', 'an object', request);
  const neutral = neutralRequest(request);
  // Any client, or only its names.
  const facts = clientFacts(client as LlmClient);
  if (facts === undefined) return neutralKey(client, neutral);
  const { provider, model } = client;
  const identity = [facts.server(), facts.account().id];
  return hashOf({ provider, model, request: neutral, identity });
}

/** A request as plain JSON, without what does not change its answer; every text of it through `rewrite`. */
export function neutralRequest(request: LlmRequest, rewrite?: (text: string) => string): JsonValue {
  const { metadata: _metadata, ...neutral } = request;
  return toJsonValue(neutral, rewrite);
}

/** The key of a request that is plain JSON already. */
export function neutralKey(
  client: Pick<LlmClient, 'provider' | 'model'>,
  request: JsonValue,
): string {
  const { provider, model } = client;
  return hashOf({ provider, model, request });
}
