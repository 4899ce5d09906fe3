import { KanmonError } from './kanmon-error.ts';

/** Codes of everything an event store refuses or fails at, the same for every implementation. */
export type EventStoreErrorCode =
  | 'store-invalid-id'
  | 'store-invalid-event'
  | 'store-invalid-option'
  | 'store-limit'
  | 'store-closed'
  | 'store-removed'
  | 'store-busy'
  | 'store-corrupt'
  | 'store-format'
  | 'store-open-failed'
  | 'store-unsafe-path'
  | 'store-write-failed';

const unavailable: ReadonlySet<string> = new Set<EventStoreErrorCode>([
  'store-busy',
  'store-open-failed',
  'store-write-failed',
]);

/** True for an error of a store that may go away: another process holds a lock, a server restarts. */
export function isStoreUnavailable(error: unknown): boolean {
  return EventStoreError.isInstance(error) && unavailable.has(error.code);
}

/** An event store refused an input or met a broken world. Messages never contain event data. */
export class EventStoreError extends KanmonError {
  static override readonly errorName: string = 'EventStoreError';

  declare readonly code: EventStoreErrorCode;
  /** Facts for programs: file, offset, limit, JSON Pointer of the refused member. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: {
      readonly code: EventStoreErrorCode;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    },
  ) {
    const { details = {}, ...rest } = options;
    super(message, rest);
    this.details = details;
  }
}
