import { canonicalJson, type JsonValue } from '@kanmon/core';
import type { Change } from '../../history/decision.ts';
import type { PlacedEvent } from '../../history/event-record.ts';
import { nodeDigest } from '../digest.ts';

/** The format this code writes and the highest it reads. */
export const journalFormat = 1;
/** Characters of a line's checksum. */
export const sumLength = 16;
/** `previous` of the first line of all. */
export const genesisSum: string = '0'.repeat(sumLength);
export const lineFeed = 0x0a;
/** Spoils a line that its writer gave up: a bare line feed could complete it. */
export const spoiler: Uint8Array = Uint8Array.of(0x21, lineFeed);

/** What the first remaining segment continues, after older ones were removed. */
export interface FirstSegment {
  readonly segment: number;
  /** Sequence of that segment's `open` line. */
  readonly sequence: number;
  /** Sum of the line before it. */
  readonly previous: string;
}

/** First line of a segment. */
export interface OpenRecord {
  readonly kind: 'open';
  readonly at: string;
  readonly format: number;
  readonly store: string;
  readonly segment: number;
  /** Highest position given before this segment. */
  readonly position: number;
  /** Time of the last event before this segment. */
  readonly latest?: string;
  readonly first?: FirstSegment;
}

/** Last line of a segment that counts. */
export interface SealRecord {
  readonly kind: 'seal';
  readonly at: string;
  readonly next: number;
}

export type JournalRecord = Change | OpenRecord | SealRecord;

/** Members every line has. */
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

/** Writes one line: `sum`, a space, the canonical body, a line feed. */
export function encodeLine(frame: LineFrame, record: JournalRecord): EncodedLine {
  // Text becomes bytes once; the sum of the body then takes its place before it.
  const bytes = Buffer.from(`${genesisSum} ${encodeBody(frame, record)}\n`);
  const sum = lineSum(bytes.subarray(sumLength + 1, -1));
  bytes.write(sum, 'latin1');
  return { sum, sequence: frame.sequence, bytes };
}

/** Checksum of a body: the first 16 hex digits of its SHA-256. */
export function lineSum(body: string | Uint8Array): string {
  return nodeDigest(body).slice(0, sumLength);
}

/** `data` is canonical text already; the members around it stand in canonical order. */
function encodeBody(frame: LineFrame, record: JournalRecord): string {
  if (record.kind !== 'append') return canonicalJson(plainMembers(frame, record));
  const { at, streamId, events, key, fence } = record;
  const members = [
    `"at":${JSON.stringify(at)}`,
    `"durable":${frame.durable}`,
    `"events":[${events.map(encodeEvent).join(',')}]`,
    ...(fence === undefined
      ? []
      : [`"fence":{"resource":${JSON.stringify(fence.resource)},"token":${fence.token}}`]),
    ...(key === undefined ? [] : [`"key":${JSON.stringify(key)}`]),
    `"kind":"append"`,
    `"previous":"${frame.previous}"`,
    `"sequence":${frame.sequence}`,
    `"stream":${JSON.stringify(streamId)}`,
    `"writer":"${frame.writer}"`,
  ];
  return `{${members.join(',')}}`;
}

function encodeEvent(event: PlacedEvent): string {
  const { actor, dataJson, hash, position, requestId, type, version } = event;
  const members = [
    ...(actor === undefined ? [] : [`"actor":${JSON.stringify(actor)}`]),
    `"data":${dataJson}`,
    `"hash":"${hash}"`,
    `"position":${position}`,
    ...(requestId === undefined ? [] : [`"requestId":${JSON.stringify(requestId)}`]),
    `"type":${JSON.stringify(type)}`,
    `"version":${version}`,
  ];
  return `{${members.join(',')}}`;
}

type PlainRecord = Exclude<JournalRecord, { readonly kind: 'append' }>;

function plainMembers(frame: LineFrame, record: PlainRecord): JsonValue {
  const { sequence, previous, durable, writer } = frame;
  const shared = { sequence, previous, durable, writer };
  switch (record.kind) {
    case 'open': {
      const { at, kind, format, store, segment, position, latest, first } = record;
      const known = { ...shared, at, kind, format, store, segment, position };
      return {
        ...known,
        ...(latest === undefined ? {} : { latest }),
        ...(first === undefined ? {} : { first: { ...first } }),
      };
    }
    case 'seal':
      return { ...shared, ...record };
    case 'lease':
      return { ...shared, ...record };
    case 'remove': {
      const { at, kind, streamId, version, hash, archivedAs } = record;
      return { ...shared, at, kind, stream: streamId, version, hash, archivedAs };
    }
    default: {
      const unknown: never = record;
      return unknown;
    }
  }
}
