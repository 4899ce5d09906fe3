import { headerSecrets, isRecord, urlSecrets } from '@kanmon/core/kit';
import { asRecord, filledString, type UnknownRecord } from '../support/read.ts';
import type { WireOrigin } from './wire.ts';

/** Where SDK clients have what must stay out of messages. */
const secretMembers = [
  'apiKey',
  'authToken',
  'awsAccessKey',
  'awsSecretKey',
  'awsSessionToken',
  'adminAPIKey',
];

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
    ...headerSecrets(defaultHeaders as HeadersInit | undefined),
    ...Object.values(asRecord(defaultQuery)).flatMap((value) => filledString(value) ?? []),
  ];
}

function clientKeys(client: unknown): readonly string[] {
  return secretMembers.flatMap((member) => filledString(asRecord(client)[member]) ?? []);
}

/** Returns what distinguishes an SDK client from another: its address and its account. */
export function sdkOrigin(client: object, settings: UnknownRecord): WireOrigin {
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
