import { FencedError, type FencedReason } from '../errors/fenced-error.ts';
import type { Lease } from '../ports/event-store.ts';

interface Entry {
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: number;
  readonly released: boolean;
}

/** The leases of one store. Tokens of a resource only grow, also over releases. */
export interface LeaseTable {
  /** Null while an unexpired lease exists, whoever asks: owner names are no identities. */
  readonly acquire: (
    request: { readonly resource: string; readonly owner: string; readonly ttlMs: number },
    now: number,
  ) => Lease | null;
  readonly renew: (lease: Lease, ttlMs: number, now: number) => Lease;
  readonly release: (lease: Lease) => void;
  /** Throws `FencedError` unless the lease is current: the highest token, and not released. */
  readonly assertCurrent: (lease: Pick<Lease, 'resource' | 'token'>) => void;
}

/** An empty table. */
export function createLeaseTable(): LeaseTable {
  const entries = new Map<string, Entry>();

  const currentEntry = ({ resource, token }: Pick<Lease, 'resource' | 'token'>): Entry => {
    const entry = entries.get(resource);
    const reason = whyNotCurrent(entry, token);
    if (entry === undefined || reason !== null) {
      throw new FencedError({ resource, reason: reason ?? 'unknown' });
    }
    return entry;
  };

  const grant = (resource: string, entry: Entry): Lease => {
    entries.set(resource, entry);
    const { owner, token, expiresAt } = entry;
    return { resource, owner, token, expiresAt: new Date(expiresAt).toISOString() };
  };

  return {
    acquire({ resource, owner, ttlMs }, now) {
      const last = entries.get(resource);
      if (last !== undefined && !last.released && last.expiresAt > now) return null;
      const token = (last?.token ?? 0) + 1;
      return grant(resource, { owner, token, expiresAt: now + ttlMs, released: false });
    },
    renew(lease, ttlMs, now) {
      return grant(lease.resource, { ...currentEntry(lease), expiresAt: now + ttlMs });
    },
    release(lease) {
      const entry = entries.get(lease.resource);
      if (entry === undefined || whyNotCurrent(entry, lease.token) !== null) return;
      entries.set(lease.resource, { ...entry, released: true });
    },
    assertCurrent(lease) {
      currentEntry(lease);
    },
  };
}

function whyNotCurrent(entry: Entry | undefined, token: number): FencedReason | null {
  if (entry === undefined || !(token >= 1 && token <= entry.token)) return 'unknown';
  if (token < entry.token) return 'taken-over';
  return entry.released ? 'released' : null;
}
