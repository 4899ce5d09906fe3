import { EventStoreError } from '../errors/event-store-error.ts';
import type { ReadAllOptions, ReadOptions } from '../ports/event-store.ts';
import { checkOptions, type OptionNames } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import { eventStoreLimits } from './limits.ts';
import { whyNoName } from './validate-text.ts';

const readOptionNames: OptionNames<ReadOptions> = { fromVersion: true, toVersion: true };
const readAllOptionNames: OptionNames<ReadAllOptions> = { prefix: true, after: true, limit: true };

/** A stream id, lease resource or owner; throws `store-invalid-id` and says which rule it breaks. */
export function checkId(id: unknown, what: 'stream id' | 'resource' | 'owner'): string {
  const problem = whyNoName(id, eventStoreLimits.idBytes);
  if (problem === null) return String(id);
  throw new EventStoreError(`the ${what} cannot be used: ${problem}`, { code: 'store-invalid-id' });
}

/** Both bounds of `read`; throws `store-invalid-option` for what is no whole number of at least 0. */
export function checkReadOptions(options: ReadOptions = {}): Required<ReadOptions> {
  checkOptions(options, readOptionNames, 'read(streamId, options)');
  return {
    fromVersion: checkWhole(options.fromVersion, 'fromVersion', 0),
    toVersion: checkWhole(options.toVersion, 'toVersion', Number.MAX_SAFE_INTEGER),
  };
}

/** The filters of `readAll` and `listStreams`; throws `store-invalid-option`. */
export function checkReadAllOptions(options: ReadAllOptions = {}): Required<ReadAllOptions> {
  checkOptions(options, readAllOptionNames, 'readAll(options)');
  const prefix: unknown = options.prefix ?? '';
  if (typeof prefix !== 'string') throw invalidOption('prefix', 'text', prefix);
  return {
    prefix,
    after: checkWhole(options.after, 'after', 0),
    limit: checkWhole(options.limit, 'limit', Number.MAX_SAFE_INTEGER),
  };
}

/** A lease request; throws `store-invalid-id` or `store-invalid-option`. */
export function checkLeaseRequest(
  resource: unknown,
  options: { readonly owner: string; readonly ttlMs: number },
): { readonly resource: string; readonly owner: string; readonly ttlMs: number } {
  checkOptions(options, { owner: true, ttlMs: true }, 'acquireLease(resource, options)');
  return {
    resource: checkId(resource, 'resource'),
    owner: checkId(options.owner, 'owner'),
    ttlMs: checkTtl(options.ttlMs),
  };
}

/** Milliseconds a lease lasts; throws `store-invalid-option`. */
export function checkTtl(ttlMs: unknown): number {
  if (typeof ttlMs === 'number' && Number.isInteger(ttlMs)) {
    if (ttlMs >= 1 && ttlMs <= eventStoreLimits.ttlMs) return ttlMs;
  }
  throw invalidOption('ttlMs', `a whole number from 1 to ${eventStoreLimits.ttlMs}`, ttlMs);
}

function checkWhole(value: unknown, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidOption(name, 'a whole number of at least 0', value);
}

function invalidOption(name: string, expected: string, got: unknown): EventStoreError {
  return new EventStoreError(`${name} must be ${expected}, got ${describeValue(got)}`, {
    code: 'store-invalid-option',
  });
}
