import { canonicalJson, type JsonValue } from '@kanmon/core';
import {
  type AppendChange,
  isRecord,
  type LeaseChange,
  type PlacedEvent,
  withoutUndefined,
} from '@kanmon/core/kit';
import type { Change } from '../../history/pending-view.ts';
import {
  isCount,
  isPresent,
  isText,
  oneOf,
  optional,
  parseUnknown,
  shapeOf,
} from '../../history/read-json.ts';
import { nodeDigest } from '../platform.ts';

/** The format this code writes and the highest it reads. */
export const journalFormat = 1;
/** Characters of a line's checksum. */
export const sumLength = 16;
/** `previous` of the first line of a store. */
export const genesisSum: string = '0'.repeat(sumLength);
export const lineFeed = 0x0a;
/** Written after an unfinished line whose writer reported failure: a bare line feed could complete that line. */
export const lineBreaker: Uint8Array = Uint8Array.of(0x21, lineFeed);

/** The line that the first remaining segment continues, after older segments were removed. */
export type FirstSegment = {
  readonly segment: number;
  /** Sequence of that segment's `open` line. */
  readonly sequence: number;
  /** Sum of the line before it. */
  readonly previous: string;
};

/** First line of a segment. */
export interface OpenRecord {
  readonly kind: 'open';
  readonly at: string;
  readonly format: number;
  readonly store: string;
  readonly segment: number;
  /** Highest position before this segment. */
  readonly position: number;
  /** Time of the last event before this segment. */
  readonly latest?: string;
  readonly first?: FirstSegment;
}

/** Last valid line of a segment. */
export interface SealRecord {
  readonly kind: 'seal';
  readonly at: string;
  readonly next: number;
}

/** A record to be written. */
export type JournalRecord = Change | OpenRecord | SealRecord;

/** One event of a line that was read; `data` is parsed. */
export interface JournalEvent extends Omit<PlacedEvent, 'dataJson'> {
  readonly data: JsonValue;
}

/** A record that was read. Unlike in the record that was written, `data` is a value, and members of the frame remain. */
export type DecodedRecord =
  | Exclude<JournalRecord, AppendChange>
  | (Omit<AppendChange, 'events' | 'fence'> & { readonly events: readonly JournalEvent[] });

/** The members of every line. */
export interface LineFrame {
  readonly sequence: number;
  readonly previous: string;
  readonly durable: number;
  readonly writer: string;
}

/** A line ready to be written. */
export interface EncodedLine {
  readonly sum: string;
  readonly sequence: number;
  readonly bytes: Buffer;
}

/** A line that was read: its place in the journal and its record. */
export interface DecodedLine {
  readonly frame: LineFrame;
  readonly record: DecodedRecord;
}

/** Encodes one line: `sum`, a space, the canonical body, a line feed. */
export function encodeLine(frame: LineFrame, record: JournalRecord): EncodedLine {
  // Text becomes bytes once; the sum of the body then replaces the zeros before it.
  const bytes = Buffer.from(`${genesisSum} ${encodeBody(frame, record)}\n`);
  const sum = lineSum(bytes.subarray(sumLength + 1, -1));
  bytes.write(sum, 'latin1');
  return { sum, sequence: frame.sequence, bytes };
}

/** Returns the checksum of a body: the first 16 hex digits of its SHA-256. */
export function lineSum(body: string | Uint8Array): string {
  return nodeDigest(body).slice(0, sumLength);
}

function encodeBody(frame: LineFrame, record: JournalRecord): string {
  if (record.kind === 'append') return encodeAppend(frame, record);
  if (record.kind !== 'remove') return canonicalJson({ ...frame, ...record });
  const { streamId: stream, ...members } = record;
  return canonicalJson({ ...frame, ...members, stream });
}

/** `data` is canonical text already; the members around it are written in canonical order. */
function encodeAppend(frame: LineFrame, record: AppendChange): string {
  const { at, streamId, events, key, fence } = record;
  const fenceText =
    fence === undefined
      ? ''
      : `"fence":{"resource":${JSON.stringify(fence.resource)},"token":${fence.token}},`;
  return (
    `{"at":${JSON.stringify(at)},"durable":${frame.durable},"events":[${events.map(encodeEvent).join(',')}],` +
    `${fenceText}${optionalText('key', key)}"kind":"append","previous":"${frame.previous}","sequence":${frame.sequence},` +
    `"stream":${JSON.stringify(streamId)},"writer":"${frame.writer}"}`
  );
}

function encodeEvent(event: PlacedEvent): string {
  const { actor, dataJson, hash, position, requestId, type, version } = event;
  return (
    `{${optionalText('actor', actor)}"data":${dataJson},"hash":"${hash}","position":${position},` +
    `${optionalText('requestId', requestId)}"type":${JSON.stringify(type)},"version":${version}}`
  );
}

function optionalText(name: string, value: string | undefined): string {
  return value === undefined ? '' : `"${name}":${JSON.stringify(value)},`;
}

const isFrame = shapeOf<LineFrame>({
  sequence: isCount,
  previous: isText,
  durable: isCount,
  writer: isText,
});
const isEvent = shapeOf<JournalEvent>({
  version: isCount,
  position: isCount,
  type: isText,
  hash: isText,
  data: isPresent,
  actor: optional(isText),
  requestId: optional(isText),
});
const isLease = shapeOf<LeaseChange>({
  kind: oneOf('lease'),
  at: isText,
  resource: isText,
  owner: isText,
  token: isCount,
  expiresAt: isText,
  action: oneOf('acquired', 'taken-over', 'renewed', 'released'),
});
const isSeal = shapeOf<SealRecord>({ kind: oneOf('seal'), at: isText, next: isCount });
const isFirst = shapeOf<FirstSegment>({ segment: isCount, sequence: isCount, previous: isText });

/**
 * Returns the line in a body, or null when the body is not a record of this format. A checksum can be forged, so
 * every member that is used later is checked; unknown members are ignored.
 */
export function decodeBody(body: string): DecodedLine | null {
  const value = parseUnknown(body);
  if (!isFrame(value) || !isRecord(value)) return null;
  const { sequence, previous, durable, writer } = value;
  const record = decodeRecord(value);
  return record === null ? null : { frame: { sequence, previous, durable, writer }, record };
}

/**
 * Returns the end of a body from its member `durable` on, or null. Text in `data` is never mistaken for it, because
 * the brackets around the text would be missing. A line knows only earlier lines to be durable.
 */
export function decodeEnd(text: string): Pick<LineFrame, 'sequence' | 'durable'> | null {
  const value = parseUnknown(`{${text}`);
  return isFrame(value) && value.durable < value.sequence ? value : null;
}

function decodeRecord(value: Readonly<Record<string, unknown>>): DecodedRecord | null {
  const { kind, at, stream: streamId } = value;
  if (!isText(at)) return null;
  switch (kind) {
    case 'append': {
      const { events, key } = value;
      if (!isText(streamId) || !Array.isArray(events)) return null;
      if (events.length === 0 || !events.every(isEvent)) return null;
      return { kind, at, streamId, events, ...(isText(key) ? { key } : {}) };
    }
    case 'lease':
      return isLease(value) ? value : null;
    case 'remove': {
      const { version, hash, archivedAs } = value;
      if (!isText(streamId) || !isCount(version) || !isText(hash)) return null;
      return isText(archivedAs) ? { kind, at, streamId, version, hash, archivedAs } : null;
    }
    case 'seal':
      return isSeal(value) ? value : null;
    case 'open': {
      const { format, store, segment, position: given, latest, first } = value;
      if (!isCount(format) || !isText(store) || !isCount(segment)) return null;
      const position = isCount(given) ? given : 0;
      const rest = {
        latest: isText(latest) ? latest : undefined,
        first: isFirst(first) ? first : undefined,
      };
      return { kind, at, format, store, segment, position, ...withoutUndefined(rest) };
    }
    default:
      return null;
  }
}
