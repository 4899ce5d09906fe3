import type { Clock, EventStore, JsonValue, StoredEvent } from '@kanmon/core';

/** Log of what is no change of a session: who looked, who was refused, whose lock was taken over. */
export interface AuditLog {
  write(type: string, actor: string, data: JsonValue): Promise<void>;
  /** Entries of one month (`202601`), or of all, oldest first. */
  read(month?: string): AsyncIterable<StoredEvent>;
}

/** One stream a month, `audit/{YYYYMM}`, so that old months can be archived whole (seed, non-functional). */
export function createAuditLog(store: EventStore, clock: Clock): AuditLog {
  return {
    async write(type, actor, data) {
      const month = clock.now().toISOString().slice(0, 7).replace('-', '');
      await store.append(`audit/${month}`, [{ type, data, actor }], { expectedVersion: 'any' });
    },
    read: (month) =>
      month === undefined ? store.readAll({ prefix: 'audit/' }) : store.read(`audit/${month}`),
  };
}
