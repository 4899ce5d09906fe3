import { type AppendOptions, EventStoreError, type Lease, type NewEvent } from '@kanmon/core';
import { checkAppend, type CheckedAppend, checkId, checkTtl } from '@kanmon/core/kit';
import type { RemoveStreamOptions } from '../retention/prunable.ts';
import type { Fence, RemoveRequest } from './decision.ts';

/** UTF-8 bytes of the name of an archive. */
const archiveNameBytes = 1024;

/**
 * What of a lease counts. A lease made up by hand can hold anything; what no store ever gives becomes
 * a lease that no store has, so that it is fenced and never reaches a database.
 */
export function prepareFence(lease: unknown): Fence {
  if (typeof lease !== 'object' || lease === null) {
    throw invalidOption('expected a lease that acquireLease returned');
  }
  const resource: unknown = Reflect.get(lease, 'resource');
  const token: unknown = Reflect.get(lease, 'token');
  return {
    resource: isId(resource) ? resource : '',
    token: typeof token === 'number' && Number.isSafeInteger(token) && token >= 1 ? token : 0,
  };
}

/** A checked append; core's check with the fence cut down further. */
export function prepareAppend(
  streamId: string,
  events: readonly NewEvent[],
  options: AppendOptions,
): CheckedAppend {
  const append = checkAppend(streamId, events, options);
  return append.fence === undefined ? append : { ...append, fence: prepareFence(append.fence) };
}

/** A checked renewal. */
export function prepareRenewal(
  lease: Lease,
  ttlMs: number,
): { readonly lease: Fence; readonly ttlMs: number } {
  return { lease: prepareFence(lease), ttlMs: checkTtl(ttlMs) };
}

/** A checked removal. */
export function prepareRemoval(streamId: string, options: RemoveStreamOptions): RemoveRequest {
  const { expectedVersion, archivedAs } = options;
  if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 1) {
    throw invalidOption(
      'expectedVersion must be the version of the archived copy, a whole number of at least 1',
    );
  }
  const bytes = typeof archivedAs === 'string' ? new TextEncoder().encode(archivedAs).length : 0;
  if (bytes < 1 || bytes > archiveNameBytes || /[\p{Cc}\p{Cs}]/u.test(archivedAs)) {
    throw invalidOption(
      `archivedAs must name the archived copy in 1 to ${archiveNameBytes} bytes without control characters`,
    );
  }
  return { streamId: checkId(streamId, 'stream id'), expectedVersion, archivedAs };
}

function isId(value: unknown): value is string {
  try {
    checkId(value, 'resource');
    return true;
  } catch {
    return false;
  }
}

function invalidOption(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-invalid-option' });
}
