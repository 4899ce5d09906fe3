import type { PgPool } from './pg-pool.ts';

/**
 * A connection that waits for notifications: the part of a client of a `pg` pool that is used. `release(true)` closes
 * it.
 */
export interface PgListener {
  query(text: string): Promise<unknown>;
  on(event: 'notification', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  release(destroy: boolean): unknown;
}

/** At most 20 notifications a second from one handle. */
const ringEveryMs = 50;
/** Pause before a lost connection is opened again. Followers poll meanwhile. */
const reconnectMs = 1000;

/**
 * Creates the doorbell of a store, which notifies followers in other processes that events were added. Its channel has
 * the name of the schema, which is quoted already.
 */
export function createDoorbell(pool: PgPool, schema: string, listen: () => Promise<PgListener>) {
  const watchers = new Set<() => void>();
  let lastRing = -ringEveryMs;
  let pending: ReturnType<typeof setTimeout> | undefined;
  let ringing: Promise<unknown> | undefined;
  let client: PgListener | undefined;
  let connecting: Promise<void> | undefined;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const send = (): void => {
    pending = undefined;
    lastRing = performance.now();
    // A notification that is lost delays followers until they look by themselves.
    ringing = pool.query(`notify ${schema}`).catch(() => undefined);
  };

  const wakeAll = (): void => {
    for (const wake of watchers) wake();
  };

  const disconnect = (lost: PgListener | undefined): void => {
    if (lost === undefined || client !== lost) return;
    client = undefined;
    lost.release(true);
  };

  const retry = (): void => {
    if (retrying !== undefined || watchers.size === 0) return;
    retrying = setTimeout(() => {
      retrying = undefined;
      connect();
    }, reconnectMs);
  };

  const open = async (): Promise<void> => {
    const opened = await listen();
    const lose = (): void => {
      disconnect(opened);
      retry();
    };
    client = opened;
    opened.on('notification', wakeAll);
    opened.on('error', lose);
    opened.on('end', lose);
    await opened.query(`listen ${schema}`).catch(lose);
    // The last watcher may be gone, and events may have come before the connection listened.
    if (watchers.size === 0) disconnect(opened);
    wakeAll();
  };

  const connect = (): void => {
    if (client !== undefined || connecting !== undefined || watchers.size === 0) return;
    connecting = open()
      .catch(retry)
      .finally(() => {
        connecting = undefined;
      });
  };

  const stopListening = (): void => {
    clearTimeout(retrying);
    retrying = undefined;
    disconnect(client);
  };

  return {
    /** Notifies soon, in a separate transaction: inside an append it would serialize all appends of the cluster. */
    ring(): void {
      if (pending !== undefined || !isOpen) return;
      pending = setTimeout(send, Math.max(0, lastRing + ringEveryMs - performance.now()));
    },
    watch(wake: () => void): () => void {
      const watcher = (): void => wake();
      watchers.add(watcher);
      connect();
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) stopListening();
      };
    },
    /** Stops both; resolves when nothing is under way. */
    async close(): Promise<void> {
      isOpen = false;
      if (pending !== undefined) {
        clearTimeout(pending);
        send();
      }
      watchers.clear();
      await Promise.all([ringing, connecting]);
      stopListening();
    },
  };
}
