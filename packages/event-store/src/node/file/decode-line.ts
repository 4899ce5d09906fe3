import type { JsonValue } from '@kanmon/core';
import type { LeaseAction, LeaseChange, RemoveChange } from '../../history/decision.ts';
import type { FirstSegment, LineFrame, OpenRecord, SealRecord } from './journal-line.ts';

/** One event as a line holds it; `data` is parsed. */
export interface JournalEvent {
  readonly version: number;
  readonly position: number;
  readonly type: string;
  readonly data: JsonValue;
  readonly actor?: string;
  readonly requestId?: string;
  readonly hash: string;
}

/** A record read back. It differs from the one written only in that `data` is a value. */
export type DecodedRecord =
  | OpenRecord
  | SealRecord
  | {
      readonly kind: 'append';
      readonly at: string;
      readonly streamId: string;
      readonly events: readonly JournalEvent[];
      readonly key?: string;
    }
  | LeaseChange
  | RemoveChange;

/** A line read back: its place in the journal and what it says. */
export interface DecodedLine {
  readonly frame: LineFrame;
  readonly record: DecodedRecord;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The record in a body, or null when it is no record of this format. A checksum can be forged, so
 * every member that is used later is looked at; members that are not known are ignored.
 */
export function decodeBody(body: string): DecodedLine | null {
  const value = parse(body);
  if (!isMembers(value)) return null;
  const { sequence, previous, durable, writer } = value;
  if (!isCount(sequence) || !isText(previous) || !isCount(durable) || !isText(writer)) return null;
  const record = decodeRecord(value);
  return record === null ? null : { frame: { sequence, previous, durable, writer }, record };
}

/**
 * The end of a body from its member `durable` on, or null. Text in `data` cannot be taken for it: the
 * brackets around it would be missing. A line knows only lines before itself to be durable.
 */
export function decodeEnd(text: string): Pick<LineFrame, 'sequence' | 'durable'> | null {
  const value = parse(`{${text}`);
  if (!isMembers(value)) return null;
  const { sequence, previous, durable, writer } = value;
  if (!isCount(sequence) || !isText(previous) || !isCount(durable) || !isText(writer)) return null;
  return durable < sequence ? { sequence, durable } : null;
}

function decodeRecord(value: Members): DecodedRecord | null {
  const { kind, at } = value;
  if (!isText(at)) return null;
  switch (kind) {
    case 'append':
      return decodeAppend(value, at);
    case 'lease': {
      const { resource, owner, token, expiresAt, action } = value;
      if (!isText(resource) || !isText(owner) || !isCount(token) || !isText(expiresAt)) return null;
      return isAction(action) ? { kind, at, resource, owner, token, expiresAt, action } : null;
    }
    case 'remove': {
      const { stream: streamId, version, hash, archivedAs } = value;
      if (!isText(streamId) || !isCount(version) || !isText(hash) || !isText(archivedAs)) {
        return null;
      }
      return { kind, at, streamId, version, hash, archivedAs };
    }
    case 'seal':
      return isCount(value['next']) ? { kind, at, next: value['next'] } : null;
    case 'open':
      return decodeOpen(value, at);
    default:
      return null;
  }
}

function decodeAppend(value: Members, at: string): DecodedRecord | null {
  const { stream: streamId, events, key } = value;
  if (!isText(streamId) || !Array.isArray(events)) return null;
  if (events.length === 0 || !events.every(isEvent)) return null;
  const record = { kind: 'append' as const, at, streamId, events };
  return isText(key) ? { ...record, key } : record;
}

function decodeOpen(value: Members, at: string): DecodedRecord | null {
  const { format, store, segment, position, latest, first } = value;
  if (!isCount(format) || !isText(store) || !isCount(segment)) return null;
  return {
    kind: 'open',
    at,
    format,
    store,
    segment,
    position: isCount(position) ? position : 0,
    ...(isText(latest) ? { latest } : {}),
    ...(isFirst(first) ? { first } : {}),
  };
}

function isEvent(value: unknown): value is JournalEvent {
  if (!isMembers(value)) return false;
  const { version, position, type, hash, actor, requestId } = value;
  return (
    isCount(version) &&
    isCount(position) &&
    isText(type) &&
    isText(hash) &&
    Object.hasOwn(value, 'data') &&
    (actor === undefined || isText(actor)) &&
    (requestId === undefined || isText(requestId))
  );
}

function isFirst(value: unknown): value is FirstSegment {
  if (!isMembers(value)) return false;
  const { segment, sequence, previous } = value;
  return isCount(segment) && isCount(sequence) && isText(previous);
}

function isAction(value: unknown): value is LeaseAction {
  return (
    value === 'acquired' || value === 'taken-over' || value === 'renewed' || value === 'released'
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
