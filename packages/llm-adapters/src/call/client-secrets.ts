import { isRecord } from '@kanmon/core';
import { filledString } from '../support/read.ts';

/** Where SDK clients keep what must stay out of messages. */
const secretMembers = [
  'apiKey',
  'authToken',
  'awsAccessKey',
  'awsSecretKey',
  'awsSessionToken',
  'adminAPIKey',
];

/** The keys a client was built with, read at each call since they may be renewed. */
export function clientSecrets(client: unknown): readonly string[] {
  if (!isRecord(client)) return [];
  return secretMembers.flatMap((member) => filledString(client[member]) ?? []);
}
