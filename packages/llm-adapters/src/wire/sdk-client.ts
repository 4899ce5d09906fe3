import { headerSecrets, isRecord, urlSecrets, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';
import type { HeadersLike } from '../providers/create-http.ts';
import { asRecord, filledString, type UnknownRecord } from './read.ts';
import type { Wire, WireCall, WireOrigin } from './wire.ts';

/**
 * One method of an SDK: takes a body and per-call options, returns a promise. A method signature, so that the
 * SDKs' narrower parameter types fit (method parameters compare in both directions).
 */
export interface CreateMethod {
  create(body: object, options?: object): PromiseLike<unknown>;
}

/** Returns true for a resource of an SDK that has a `create` method. */
export function hasCreate(value: unknown): value is CreateMethod {
  return isRecord(value) && typeof value['create'] === 'function';
}

/** Returns the part of a wire that sends bodies through a resource of the OpenAI or Anthropic SDK. */
export function sdkTransport(
  client: object,
  resource: CreateMethod,
  options: {
    readonly provider: string;
    readonly secrets?: readonly string[] | undefined;
    /** Settings of the adapter that distinguish it from another one over the same client. */
    readonly settings?: UnknownRecord;
  },
): Pick<Wire, 'provider' | 'send' | 'openStream' | 'secrets' | 'origin'> {
  const { provider, secrets = [], settings = {} } = options;
  return {
    provider,
    send: (body, call) => resource.create(body, sdkCallOptions(call)),
    openStream: async (body, call) =>
      asStream(await resource.create(body, sdkCallOptions(call)), provider),
    secrets: () => [...clientSecrets(client), ...secrets],
    origin: sdkOrigin(client, settings),
  };
}

/** Returns the per-call options that the OpenAI and Anthropic SDKs share. Decorators retry, so 0 here. */
function sdkCallOptions({ signal, timeoutMs }: WireCall): UnknownRecord {
  // A timeout of 0 would mean "at once" to some clients and "never" to others.
  const timeout = timeoutMs === undefined ? undefined : Math.max(1, timeoutMs);
  return withoutUndefined({ signal, maxRetries: 0, timeout });
}

/** Returns the SDK's stream object; throws `protocol` when it is not a stream. */
export function asStream(value: unknown, provider: string): AsyncIterable<unknown> {
  if (isAsyncIterable(value)) return value;
  throw protocolError(provider, 'it is not a stream');
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Members of SDK clients that must stay out of messages. */
const secretMembers =
  'apiKey authToken awsAccessKey awsSecretKey awsSessionToken adminAPIKey'.split(' ');

/**
 * Returns the keys an SDK client was built with, and what is secret of its base URL, default headers
 * and default query. Read at each call, since keys may be renewed.
 */
export function clientSecrets(client: unknown): readonly string[] {
  if (!isRecord(client)) return [];
  const { defaultHeaders, defaultQuery } = asRecord(client['_options']);
  return [
    ...clientKeys(client),
    ...urlSecrets(client['baseURL']),
    // The SDKs take what `Headers` takes; anything else gives no secrets.
    ...headerSecrets(defaultHeaders as HeadersLike | undefined),
    ...Object.values(asRecord(defaultQuery)).flatMap((value) => filledString(value) ?? []),
  ];
}

function clientKeys(client: unknown): readonly string[] {
  return secretMembers.flatMap((member) => filledString(asRecord(client)[member]) ?? []);
}

/** Returns what distinguishes an SDK client from another: its address and its account. */
function sdkOrigin(client: object, settings: UnknownRecord): WireOrigin {
  const { baseURL, organization, project } = asRecord(client);
  return {
    // Resources of an SDK may have such names too.
    server: {
      ...settings,
      address: filledString(baseURL),
      owner: [organization, project].map((part) => filledString(part) ?? null),
    },
    credentials() {
      const keys = clientKeys(client);
      // A function gives another token at each call.
      const { apiKey, azureADTokenProvider } = asRecord(asRecord(client)['_options']);
      const renewed = [apiKey, azureADTokenProvider].some((key) => typeof key === 'function');
      return keys.length === 0 || renewed ? client : keys;
    },
  };
}
