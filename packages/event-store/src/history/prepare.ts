// For the PostgreSQL store, until it imports from the kit itself.
import type { Lease } from '@kanmon/core';
import { checkAppend, checkLease, checkTtl, type Fence } from '@kanmon/core/kit';
import { checkRemoval } from '../retention/prunable.ts';

export { checkAppend as prepareAppend, checkLease as prepareFence };
export { checkRemoval as prepareRemoval };

export function prepareRenewal(
  lease: Lease,
  ttlMs: number,
): { readonly lease: Fence; readonly ttlMs: number } {
  return { lease: checkLease(lease), ttlMs: checkTtl(ttlMs) };
}
