import { EventStoreError } from '../errors/event-store-error.ts';
import { writeCanonicalJson } from '../json/canonical-json.ts';
import type { AppendOptions, Lease } from '../ports/event-store.ts';
import { checkOptions, type OptionNames } from '../vocabulary/check-options.ts';
import { isRecord } from '../vocabulary/record.ts';
import { eventStoreLimits } from './limits.ts';
import { checkId } from './validate-options.ts';
import { byteLength, whyNoName, whyNoText } from './validate-text.ts';

/** An event that a store may write: members read once, data as the text that is hashed. */
export interface CheckedEvent {
  readonly type: string;
  /** Canonical JSON. */
  readonly dataJson: string;
  readonly actor?: string;
  readonly requestId?: string;
}

/** The input of one append, checked and cut loose from the caller's objects. */
export interface CheckedAppend {
  readonly streamId: string;
  readonly events: readonly CheckedEvent[];
  readonly expectedVersion: number | 'any';
  readonly idempotencyKey?: string;
  /** Only what decides; a lease made up by hand is told by the store. */
  readonly fence?: Pick<Lease, 'resource' | 'token'>;
}

const appendOptionNames: OptionNames<AppendOptions> = {
  expectedVersion: true,
  fence: true,
  idempotencyKey: true,
};

/**
 * The first step of every `append`, for every event store: throws `EventStoreError` with
 * `store-invalid-id`, `store-invalid-option`, `store-invalid-event` or `store-limit`, and
 * `InvalidArgumentError` for an option that does not exist.
 */
export function checkAppend(streamId: unknown, events: unknown, options: unknown): CheckedAppend {
  const id = checkId(streamId, 'stream id');
  const given = isRecord(options) ? options : {};
  checkOptions<AppendOptions | Record<string, unknown>>(
    given,
    appendOptionNames,
    'append(streamId, events, options)',
  );
  const { expectedVersion, idempotencyKey, fence } = given;
  return {
    streamId: id,
    expectedVersion: checkExpectedVersion(expectedVersion),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey: checkKey(idempotencyKey) }),
    ...(fence === undefined ? {} : { fence: checkFence(fence) }),
    events: checkEvents(events),
  };
}

function checkExpectedVersion(version: unknown): number | 'any' {
  if (version === 'any') return version;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return version;
  throw invalidOption('expectedVersion must be a whole number of at least 0, or "any"');
}

function checkKey(key: unknown): string {
  const problem = whyNoText(key, eventStoreLimits.keyBytes);
  if (problem !== null) throw invalidOption(`the idempotencyKey cannot be used: ${problem}`);
  return String(key);
}

function checkFence(fence: unknown): Pick<Lease, 'resource' | 'token'> {
  if (!isRecord(fence)) throw invalidOption('fence must be a lease that acquireLease returned');
  // A broken member can belong to no lease: to the store it is one that it never gave.
  const { resource, token } = fence;
  return {
    resource: typeof resource === 'string' ? resource : '',
    token: typeof token === 'number' ? token : 0,
  };
}

function checkEvents(events: unknown): readonly CheckedEvent[] {
  if (!Array.isArray(events)) throw invalidEvent('events must be a list', {});
  const { eventsPerAppend, appendBytes } = eventStoreLimits;
  if (events.length < 1 || events.length > eventsPerAppend) {
    throw new EventStoreError(
      `one append takes 1 to ${eventsPerAppend} events, got ${events.length}; split it`,
      { code: 'store-limit', details: { limit: eventsPerAppend, size: events.length } },
    );
  }
  let bytes = 0;
  return events.map((event: unknown, index) => {
    const checked = checkEvent(event, index);
    bytes += byteLength(checked.dataJson);
    if (bytes > appendBytes) throw overLimit('all events of one append', appendBytes, bytes);
    return checked;
  });
}

function checkEvent(event: unknown, index: number): CheckedEvent {
  if (!isRecord(event)) throw invalidEvent(`event ${index} is no object`, { event: index });
  const { type, data, actor, requestId } = event;
  const typeProblem =
    typeof type === 'string' && type.length > eventStoreLimits.eventTypeLength
      ? `it has more than ${eventStoreLimits.eventTypeLength} characters`
      : whyNoName(type, Infinity);
  if (typeProblem !== null) {
    throw invalidEvent(`the type of event ${index} cannot be used: ${typeProblem}`, {
      event: index,
    });
  }
  return {
    type: String(type),
    dataJson: checkData(data, index),
    ...(actor === undefined ? {} : { actor: checkAuthor(actor, 'actor', index) }),
    ...(requestId === undefined ? {} : { requestId: checkAuthor(requestId, 'requestId', index) }),
  };
}

function checkAuthor(value: unknown, name: string, index: number): string {
  const problem = whyNoText(value, eventStoreLimits.keyBytes);
  if (problem !== null) {
    throw invalidEvent(`the ${name} of event ${index} cannot be used: ${problem}`, {
      event: index,
    });
  }
  return String(value);
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
    const bytes = byteLength(result.text);
    if (bytes > eventBytes) throw overLimit(`the data of event ${index}`, eventBytes, bytes);
    return result.text;
  }
  const { kind, path, what } = result.problem;
  if (kind === 'too-long') throw overLimit(`the data of event ${index}`, eventBytes, undefined);
  const found = kind === 'too-deep' ? `more than ${dataDepth} levels` : what;
  throw invalidEvent(
    `the data of event ${index} cannot be stored: ${found} at ${path === '' ? '(root)' : path}`,
    { event: index, pointer: path },
  );
}

function overLimit(what: string, limit: number, size: number | undefined): EventStoreError {
  return new EventStoreError(
    `${what} may have ${limit} bytes of canonical JSON, got ${size ?? 'more'}; store large content elsewhere and refer to it`,
    { code: 'store-limit', details: { limit, ...(size === undefined ? {} : { size }) } },
  );
}

function invalidEvent(
  message: string,
  details: { readonly event?: number; readonly pointer?: string },
): EventStoreError {
  return new EventStoreError(message, { code: 'store-invalid-event', details });
}

function invalidOption(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-invalid-option' });
}
