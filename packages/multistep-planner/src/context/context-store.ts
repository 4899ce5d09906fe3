import {
  type Clock,
  type EventStore,
  EventStoreError,
  InvalidArgumentError,
  type JsonValue,
  type NewEvent,
  systemClock,
  VersionConflictError,
} from '@kanmon/core';
import { DialogConflictError } from '../dialog/dialog-errors.ts';
import { completedTurnSchema } from '../dialog/turn-events.ts';
import { type DialogResponse, sessionIdPattern } from '../wire/dialog-schema.ts';
import { emptyState, foldEvent, type SessionState } from './session-state.ts';
import { checkNumbers, checkShape } from '../wire/check-input.ts';
import { checkOptions, checkPorts, portMethods } from '@kanmon/core/kit';
import * as z from 'zod';

/** The key of a dialog. Tenants never see one another. */
export interface SessionKey {
  readonly tenant: string;
  readonly sessionId: string;
}

/** Stream of a dialog; throws `InvalidArgumentError` for a key that could reach another stream. */
export function streamIdOf(key: SessionKey): string {
  // A key of JavaScript may be missing.
  const { tenant, sessionId } = Object(key) as SessionKey;
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

/** Bounds of the memory of a dialog. */
export interface ContextOptions {
  /** From the last refresh; exactly this long after it the dialog has expired. @default 1_800_000 */
  readonly ttlMs: number;
  /** `access`: loading refreshes too, in the memory of this process. @default 'write' */
  readonly refreshOn: 'write' | 'access';
  /** @default 20 */
  readonly maxMessages: number;
}

/** Options of `createContextStore`. */
export interface ContextStoreOptions extends Partial<ContextOptions> {
  readonly store: EventStore;
  readonly clock?: Clock;
}

/** A dialog as a turn finds it. */
export interface OpenedSession {
  /** Empty for an unknown or expired dialog; its version is that of the stream in any case. */
  readonly state: SessionState;
  /** False for an unknown, expired or ended dialog. */
  readonly isLive: boolean;
  /** The response that was recorded for the request id asked for. */
  readonly recorded?: DialogResponse;
  /** Data of the `turn-received` event that the recorded response answers. */
  readonly recordedRequest?: JsonValue;
}

/** The state of dialogs, folded from their journals. */
export interface ContextStore {
  /** Undefined for an unknown, expired or ended dialog. */
  load(key: SessionKey): Promise<SessionState | undefined>;
  /** Returns the state for a turn (empty for a new dialog) and the response of a repeated request. */
  open(key: SessionKey, requestId?: string): Promise<OpenedSession>;
  /** Writes all events or none and gives the new version; a lost race throws `DialogConflictError`. */
  append(
    key: SessionKey,
    events: readonly NewEvent[],
    options: { readonly expectedVersion: number; readonly idempotencyKey?: string },
  ): Promise<number>;
  /** Forgets a dialog: the journal stays, its state is not carried on. */
  end(key: SessionKey): Promise<void>;
}

/** Half an hour. */
const defaultTtlMs = 1_800_000;
/** Most dialogs whose accesses are kept in memory; the oldest are forgotten, and expire by their writes. */
const maxAccesses = 10_000;

/** A context store on any event store. Loading reads the whole stream: linear in its turns. */
export function createContextStore(options: ContextStoreOptions): ContextStore {
  const given: Partial<ContextStoreOptions> = options;
  checkPorts({ store: null, ...given }, portMethods);
  checkPorts(given, { store: 'append' });
  checkOptions(options, 'store clock ttlMs refreshOn maxMessages', 'createContextStore(options)');
  checkBounds(options, 'options');
  return contextStoreOf(options);
}

/** Throws `InvalidArgumentError` for bounds under which no dialog, or no end of one, could be kept. */
export function checkBounds(
  { ttlMs, refreshOn, maxMessages }: Partial<ContextOptions>,
  where: string,
): void {
  const numbers = { ttlMs, maxMessages };
  checkNumbers(where, numbers, numbers, { least: 1 });
  checkShape(refreshSchema, refreshOn, `${where}.refreshOn`);
}

const refreshSchema = z.enum(['write', 'access']).optional();

/** `createContextStore` for ports that were checked. */
export function contextStoreOf(options: ContextStoreOptions): ContextStore {
  const {
    store,
    ttlMs = defaultTtlMs,
    refreshOn = 'write',
    maxMessages = 20,
    clock = systemClock,
  } = options;
  const accesses = new Map<string, number>();

  const open = async (key: SessionKey, requestId?: string): Promise<OpenedSession> => {
    const streamId = streamIdOf(key);
    const now = clock.now().getTime();
    let state = emptyState(0, now);
    let recorded: DialogResponse | undefined;
    let recordedRequest: JsonValue | undefined;
    for await (const event of store.read(streamId)) {
      try {
        state = foldEvent(state, event, maxMessages);
      } catch (cause) {
        throw unreadable(streamId, event.version, cause);
      }
      if (requestId === undefined || event.requestId !== requestId) continue;
      if (event.type === 'turn-received') recordedRequest = event.data;
      if (event.type === 'turn-completed') {
        recorded = completedTurnSchema.parse(event.data).response;
      }
    }
    const refreshed = Math.max(state.updatedAt, accesses.get(streamId) ?? 0);
    const isLive = state.messages.length > 0 && now - refreshed < ttlMs;
    if (isLive && refreshOn === 'access') remember(accesses, streamId, now);
    return {
      state: isLive ? state : emptyState(state.version, now),
      isLive,
      ...(recorded === undefined ? {} : { recorded }),
      ...(recordedRequest === undefined ? {} : { recordedRequest }),
    };
  };

  const append: ContextStore['append'] = async (
    key,
    events,
    { expectedVersion, idempotencyKey },
  ) => {
    try {
      const result = await store.append(streamIdOf(key), events, {
        expectedVersion,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      return result.version;
    } catch (error) {
      if (VersionConflictError.isInstance(error))
        throw new DialogConflictError(error.actualVersion, error);
      throw error;
    }
  };

  return {
    open,
    append,
    load: async (key) => {
      const { state, isLive } = await open(key);
      return isLive ? state : undefined;
    },
    end: async (key) => {
      const { state } = await open(key);
      if (state.version === 0) return;
      await append(key, [{ type: 'dialog-ended', data: {} }], { expectedVersion: state.version });
    },
  };
}

function unreadable(streamId: string, version: number, cause: unknown): EventStoreError {
  return new EventStoreError(
    `event ${version} of the dialog is not an event of a dialog; was something else written to this stream?`,
    { code: 'store-corrupt', details: { streamId, version }, cause },
  );
}

function remember(accesses: Map<string, number>, streamId: string, now: number): void {
  accesses.delete(streamId);
  accesses.set(streamId, now);
  const [oldest] = accesses.keys();
  if (accesses.size > maxAccesses && oldest !== undefined) accesses.delete(oldest);
}
