import { EventStoreError, type EventStoreErrorCode } from '../errors/event-store-error.ts';
import { writeCanonicalJson } from '../json/canonical-json.ts';
import type { AppendOptions, Lease, ReadAllOptions, ReadOptions } from '../ports/event-store.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import { isRecord } from '../vocabulary/record.ts';
import { isWellFormed } from '../vocabulary/well-formed.ts';
import { eventStoreLimits } from './limits.ts';

/** An event that a store may write: each member was read once, and the data is the text that is hashed. */
export interface CheckedEvent {
  readonly type: string;
  /** Canonical JSON. */
  readonly dataJson: string;
  readonly actor?: string;
  readonly requestId?: string;
}

/** The members of a lease that decide whether it is current. */
export type Fence = Pick<Lease, 'resource' | 'token'>;

/** The input of one append, checked and independent of the caller's objects. */
export interface CheckedAppend {
  readonly streamId: string;
  readonly events: readonly CheckedEvent[];
  readonly expectedVersion: number | 'any';
  readonly idempotencyKey?: string;
  readonly fence?: Fence;
}

/**
 * Checks the input of `append`, the first step of every event store.
 *
 * @throws {EventStoreError} `store-invalid-id`, `store-invalid-option`, `store-invalid-event` or `store-limit`.
 * @throws {InvalidArgumentError} An unknown option.
 */
export function checkAppend(streamId: unknown, events: unknown, options: unknown): CheckedAppend {
  const id = checkId(streamId, 'stream id');
  // The members are unknown values under the names of the options.
  const given = (isRecord(options) ? options : {}) as Partial<Record<keyof AppendOptions, unknown>>;
  checkOptions(given, 'expectedVersion fence idempotencyKey', 'append(streamId, events, options)');
  const { expectedVersion, idempotencyKey, fence } = given;
  return {
    streamId: id,
    expectedVersion: checkExpectedVersion(expectedVersion),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey: checkKey(idempotencyKey) }),
    ...(fence === undefined ? {} : { fence: checkLease(fence) }),
    events: checkEvents(events),
  };
}

/** Checks a stream id, lease resource, owner, key of a counter or name of a checkpoint. @throws {EventStoreError} `store-invalid-id` with the broken rule. */
export function checkId(
  id: unknown,
  what: 'stream id' | 'resource' | 'owner' | 'key' | 'name',
): string {
  const problem = nameProblem(id, eventStoreLimits.idBytes);
  if (problem === null) return String(id);
  throw storeError('store-invalid-id', `the ${what} cannot be used: ${problem}`);
}

/** Checks the bounds of `read`. @throws {EventStoreError} `store-invalid-option`. */
export function checkReadOptions(options: ReadOptions = {}): Required<ReadOptions> {
  checkOptions(options, 'fromVersion toVersion', 'read(streamId, options)');
  return {
    fromVersion: checkWhole(options.fromVersion, 'fromVersion', 0),
    toVersion: checkWhole(options.toVersion, 'toVersion', Number.MAX_SAFE_INTEGER),
  };
}

/** Checks the filters of `readAll`. @throws {EventStoreError} `store-invalid-option`. */
export function checkReadAllOptions(options: ReadAllOptions = {}): Required<ReadAllOptions> {
  checkOptions(options, 'prefix after limit', 'readAll(options)');
  return {
    prefix: checkPrefix(options.prefix),
    after: checkWhole(options.after, 'after', 0),
    limit: checkWhole(options.limit, 'limit', Number.MAX_SAFE_INTEGER),
  };
}

/** Returns the prefix of `listStreams` or `listRemoved`. @throws {EventStoreError} `store-invalid-option`. */
export function checkListOptions(
  options: { readonly prefix?: string } = {},
  method: 'listStreams' | 'listRemoved' = 'listStreams',
): string {
  checkOptions(options, 'prefix', `${method}(options)`);
  return checkPrefix(options.prefix);
}

function checkPrefix(prefix: unknown = ''): string {
  if (typeof prefix === 'string') return prefix;
  throw wrongOption('prefix', 'text', prefix);
}

/** Checks a position that a follower finished. @throws {EventStoreError} `store-invalid-option`. */
export function checkPosition(position: unknown): number {
  return checkWhole(position ?? null, 'position', 0);
}

/** Checks the input of `acquireLease`. @throws {EventStoreError} `store-invalid-id` or `store-invalid-option`. */
export function checkLeaseRequest(
  resource: unknown,
  options: { readonly owner: string; readonly ttlMs: number },
): { readonly resource: string; readonly owner: string; readonly ttlMs: number } {
  checkOptions(options, 'owner ttlMs', 'acquireLease(resource, options)');
  return {
    resource: checkId(resource, 'resource'),
    owner: checkId(options.owner, 'owner'),
    ttlMs: checkTtl(options.ttlMs),
  };
}

/**
 * Reads the deciding members of a lease. A forged lease can hold anything; an invalid member becomes one that no
 * store ever returns, so that the lease is refused as unknown and its members never reach a database.
 *
 * @throws {EventStoreError} `store-invalid-option` for a value that is not an object.
 */
export function checkLease(lease: unknown): Fence {
  if (!isRecord(lease)) {
    throw wrongOption('the lease', 'one that acquireLease returned', lease);
  }
  const { resource, token } = lease;
  return {
    resource: nameProblem(resource, eventStoreLimits.idBytes) === null ? String(resource) : '',
    token: isWhole(token) ? token : 0,
  };
}

/** Checks the milliseconds that a lease lasts. @throws {EventStoreError} `store-invalid-option`. */
export function checkTtl(ttlMs: unknown): number {
  if (isWhole(ttlMs) && ttlMs >= 1 && ttlMs <= eventStoreLimits.ttlMs) return ttlMs;
  throw wrongOption('ttlMs', `a whole number from 1 to ${eventStoreLimits.ttlMs}`, ttlMs);
}

function checkExpectedVersion(version: unknown): number | 'any' {
  if (version === 'any' || isWhole(version)) return version;
  throw wrongOption('expectedVersion', 'a whole number of at least 0, or "any"', version);
}

function checkKey(key: unknown): string {
  const problem = textProblem(key, eventStoreLimits.keyBytes);
  if (problem === null) return String(key);
  throw storeError('store-invalid-option', `the idempotencyKey cannot be used: ${problem}`);
}

function checkWhole(value: unknown, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (isWhole(value)) return value;
  throw wrongOption(name, 'a whole number of at least 0', value);
}

function checkEvents(events: unknown): readonly CheckedEvent[] {
  if (!Array.isArray(events)) throw storeError('store-invalid-event', 'events must be a list');
  const { eventsPerAppend, appendBytes } = eventStoreLimits;
  if (events.length < 1 || events.length > eventsPerAppend) {
    throw storeError(
      'store-limit',
      `one append takes 1 to ${eventsPerAppend} events, got ${events.length === 0 ? 'none' : `${events.length}; split it`}`,
      { limit: eventsPerAppend, size: events.length },
    );
  }
  let bytes = 0;
  return events.map((event: unknown, index) => {
    const checked = checkEvent(event, index);
    // The limit of one event is lower.
    if (events.length > 1) bytes += byteLength(checked.dataJson);
    if (bytes > appendBytes) throw overLimit('all events of one append', appendBytes, bytes);
    return checked;
  });
}

/** The members of a stored event, which may be appended to another stream. */
const eventMembers = 'type data actor requestId streamId version position at hash';

function checkEvent(event: unknown, index: number): CheckedEvent {
  if (!isRecord(event)) {
    throw storeError('store-invalid-event', `event ${index} is not an object`, { event: index });
  }
  const known = eventMembers.split(' ');
  const { names, type, data, actor, requestId } = readMembers(event, index);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw storeError(
      'store-invalid-event',
      `event ${index} has the unknown member ${describeValue(unknown)}, which would be lost; the members are type, data, actor and requestId`,
      { event: index },
    );
  }
  const checkMember = (name: string, value: unknown, problem: string | null): string => {
    if (problem === null) return String(value);
    throw storeError(
      'store-invalid-event',
      `the ${name} of event ${index} cannot be used: ${problem}`,
      { event: index },
    );
  };
  const checkAuthor = (name: string, value: unknown): string | undefined =>
    value === undefined
      ? undefined
      : checkMember(name, value, textProblem(value, eventStoreLimits.keyBytes));
  return {
    type: checkMember('type', type, typeProblem(type)),
    dataJson: checkData(data, index),
    ...withoutUndefined({
      actor: checkAuthor('actor', actor),
      requestId: checkAuthor('requestId', requestId),
    }),
  };
}

/** Reads each member once: it may be a getter, or the event a proxy. */
function readMembers(event: Readonly<Record<string, unknown>>, index: number) {
  try {
    const { type, data, actor, requestId } = event;
    return { names: Object.keys(event), type, data, actor, requestId };
  } catch {
    throw storeError(
      'store-invalid-event',
      `event ${index} has a member that throws when it is read`,
      { event: index },
    );
  }
}

function checkData(data: unknown, index: number): string {
  const { dataDepth, eventBytes } = eventStoreLimits;
  const result = writeCanonicalJson(data, {
    maxDepth: dataDepth,
    // A character has at least one byte.
    maxLength: eventBytes,
    refuseUndefined: true,
  });
  if (result.ok) {
    if (isLonger(result.text, eventBytes)) {
      throw overLimit(`the data of event ${index}`, eventBytes, byteLength(result.text));
    }
    return result.text;
  }
  const { kind, path, what } = result.problem;
  if (kind === 'too-long') throw overLimit(`the data of event ${index}`, eventBytes);
  const found = kind === 'too-deep' ? `more than ${dataDepth} levels` : what;
  throw storeError(
    'store-invalid-event',
    `the data of event ${index} cannot be stored: ${found} at ${path === '' ? '(root)' : path}`,
    { event: index, pointer: path },
  );
}

/** U+0000-001F and U+007F: all control characters except those of C1. */
const controlCharacter = /[^\P{Cc}\u0080-\u009f]/u;
const encoder = /* @__PURE__ */ new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** True when a text has more bytes than a limit; a short text is not encoded, since a character has at most three. */
function isLonger(text: string, maxBytes: number): boolean {
  return text.length > maxBytes / 3 && (text.length > maxBytes || byteLength(text) > maxBytes);
}

/** Returns why a value is not a name of 1 to `maxBytes` bytes without control characters, or null. */
function nameProblem(value: unknown, maxBytes: number): string | null {
  const problem = textProblem(value, maxBytes);
  if (problem !== null) return problem;
  return controlCharacter.test(String(value)) ? 'it has a control character' : null;
}

function typeProblem(type: unknown): string | null {
  const { eventTypeLength } = eventStoreLimits;
  return typeof type === 'string' && type.length > eventTypeLength
    ? `it has more than ${eventTypeLength} characters`
    : nameProblem(type, Infinity);
}

/** Returns why a value is not a well-formed text of 1 to `maxBytes` bytes, or null. */
function textProblem(value: unknown, maxBytes: number): string | null {
  if (typeof value !== 'string') return `it is ${value === null ? 'null' : typeof value}, not text`;
  if (value === '') return 'it is empty';
  if (isLonger(value, maxBytes)) return `it has more than ${maxBytes} bytes`;
  return isWellFormed(value) ? null : 'it has a lone surrogate';
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function overLimit(what: string, limit: number, size?: number): EventStoreError {
  return storeError(
    'store-limit',
    `${what} may have ${limit} bytes of canonical JSON, got ${size ?? 'more'}; store large content elsewhere and refer to it`,
    withoutUndefined({ limit, size }),
  );
}

function wrongOption(name: string, expected: string, got: unknown): EventStoreError {
  return storeError(
    'store-invalid-option',
    `${name} must be ${expected}, got ${describeValue(got)}`,
  );
}

function storeError(
  code: EventStoreErrorCode,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): EventStoreError {
  return new EventStoreError(message, { code, details });
}
