import { InvalidArgumentError } from '@kanmon/core';
import { sessionIdPattern } from '../wire/dialog-schema.ts';

/** Whose dialog. Tenants never see one another. */
export interface SessionKey {
  readonly tenant: string;
  readonly sessionId: string;
}

/** Stream of a dialog; throws `InvalidArgumentError` for a key that could reach another stream. */
export function streamIdOf({ tenant, sessionId }: SessionKey): string {
  checkId('tenant', tenant);
  checkId('sessionId', sessionId);
  return `dialog/${tenant}/${sessionId}`;
}

function checkId(name: string, value: string): void {
  if (typeof value === 'string' && sessionIdPattern.test(value)) return;
  throw new InvalidArgumentError(
    `expected ${name} to be 1 to 128 characters of A-Z a-z 0-9 . _ ~ -, got ${JSON.stringify(value)?.slice(0, 60)}; an empty one is never the default`,
  );
}
