import type { AppendOptions, Lease, NewEvent, ReadAllOptions, ReadOptions } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import type { RemoveStreamOptions } from '../retention/prunable.ts';
import type { Fence, PreparedAppend } from './decision.ts';

/** Placeholder until core's check lands. */
export function prepareAppend(
  streamId: string,
  events: readonly NewEvent[],
  options: AppendOptions,
): PreparedAppend {
  const { expectedVersion, fence, idempotencyKey } = options;
  return {
    streamId,
    events: events.map((event) => ({ ...event, data: canonicalJson(event.data) })),
    expectedVersion,
    ...(fence === undefined ? {} : { fence: { resource: fence.resource, token: fence.token } }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

export function prepareAcquire(
  resource: string,
  options: { readonly owner: string; readonly ttlMs: number },
): { readonly resource: string; readonly owner: string; readonly ttlMs: number } {
  return { resource, owner: options.owner, ttlMs: options.ttlMs };
}

export function prepareLease(lease: Lease): Fence {
  return { resource: lease.resource, token: lease.token };
}

export function prepareRenew(
  lease: Lease,
  ttlMs: number,
): { readonly lease: Fence; readonly ttlMs: number } {
  return { lease: prepareLease(lease), ttlMs };
}

export function prepareRemove(
  streamId: string,
  options: RemoveStreamOptions,
): { readonly streamId: string; readonly expectedVersion: number; readonly archivedAs: string } {
  return { streamId, expectedVersion: options.expectedVersion, archivedAs: options.archivedAs };
}

export function prepareRead(
  streamId: string,
  options: ReadOptions = {},
): { readonly fromVersion: number; readonly toVersion: number } {
  const { fromVersion = 1, toVersion = Number.MAX_SAFE_INTEGER } = options;
  return { fromVersion, toVersion };
}

export function prepareReadAll(options: ReadAllOptions = {}): {
  readonly prefix: string;
  readonly after: number;
  readonly limit: number;
} {
  const { prefix = '', after = 0, limit = Number.MAX_SAFE_INTEGER } = options;
  return { prefix, after, limit };
}

export function prepareListStreams(options: { readonly prefix?: string } = {}): {
  readonly prefix: string;
} {
  return { prefix: options.prefix ?? '' };
}
