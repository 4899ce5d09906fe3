/** The limits of one call, equal for every event store. Sizes are in UTF-8 bytes. */
export const eventStoreLimits: Readonly<{
  idBytes: number;
  eventTypeLength: number;
  keyBytes: number;
  eventsPerAppend: number;
  eventBytes: number;
  appendBytes: number;
  dataDepth: number;
  ttlMs: number;
}> = Object.freeze({
  /** Stream id, lease resource, owner. */
  idBytes: 512,
  /** Event type, in UTF-16 units. */
  eventTypeLength: 128,
  /** Idempotency key, actor, request id. */
  keyBytes: 256,
  eventsPerAppend: 1000,
  /** Canonical JSON of the data of one event. */
  eventBytes: 1024 * 1024,
  /** Canonical JSON of the data of all events of one append. */
  appendBytes: 8 * 1024 * 1024,
  dataDepth: 128,
  /** Longest lease: one day. */
  ttlMs: 86_400_000,
});
