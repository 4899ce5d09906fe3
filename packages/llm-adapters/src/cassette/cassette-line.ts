import {
  canonicalJson,
  LlmError,
  type LlmErrorKind,
  type LlmFinish,
  type LlmResponse,
  type LlmUsage,
} from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { parseRecord } from '../errors/error-signs.ts';
import { isCount } from '../response/read-usage.ts';
import { asRecord, filledString, optional, type UnknownRecord } from '../support/read.ts';
import { toJsonValue } from '../support/to-json-value.ts';
import { CassetteFormatError } from './cassette-errors.ts';

/** How a recorded call ended. */
export type CassetteEnd = { readonly response: LlmResponse } | { readonly error: LlmError };

/** One recorded call. */
export interface CassetteLine {
  readonly key: string;
  /** Occurrence of the key, from 1. */
  readonly n: number;
  readonly request: UnknownRecord;
  readonly end: CassetteEnd;
  /** Only for streams. */
  readonly deltas?: readonly string[];
  /** Who was asked; absent in lines of earlier versions and for clients that are not of this package. */
  readonly client?: RecordedClient;
}

/** Hashes of who was asked, so that a cassette does not answer for another server or account. */
export interface RecordedClient {
  readonly server: string;
  /** Salted with the key; absent where the adapter cannot read the credentials. */
  readonly account?: string;
}

export const cassetteHeader = '{"format":"kanmon-cassette","version":1}\n';

/** One line of canonical JSON; `redact` runs over every string of it but the hashes. */
export function writeCassetteLine(line: CassetteLine, redact: (text: string) => string): string {
  const { key, n, end, client, ...rest } = line;
  const ending = 'response' in end ? { response: end.response } : { error: errorFields(end.error) };
  const members = Object.entries({ ...rest, ...ending }).map(
    ([name, member]) => [name, toJsonValue(member, redact)] as const,
  );
  // Hashes are no texts: redaction must not take one for a key.
  const asked = client === undefined ? {} : { client: { ...client } };
  return `${canonicalJson({ ...Object.fromEntries(members), ...asked, key, n })}\n`;
}

function errorFields(error: LlmError): UnknownRecord {
  const { kind, status, retryable, retryAfterMs, usage, message } = error;
  return { kind, status, retryable, retryAfterMs, usage, message };
}

/** A cassette's lines, and whether its last one was torn. */
export interface ParsedCassette {
  readonly lines: readonly CassetteLine[];
  readonly torn: boolean;
}

/**
 * Reads a cassette. A damaged line is a `CassetteFormatError`; a last line without its line end was torn
 * while it was written, and is left out.
 */
export function parseCassette(text: string): ParsedCassette {
  const whole = text.split('\n');
  const last = whole.pop() ?? '';
  const [header, ...lines] = whole;
  if (header !== undefined) assertHeader(header);
  return {
    lines: lines.flatMap((line, index) => (line === '' ? [] : parseLine(line, index + 2))),
    torn: last !== '',
  };
}

function assertHeader(header: string): void {
  const { format, version } = parseRecord(header);
  if (format !== 'kanmon-cassette') throw new CassetteFormatError(1, 'it is no cassette header');
  if (version !== 1) throw new CassetteFormatError(1, 'its version is not 1');
}

function parseLine(text: string, line: number): CassetteLine {
  const record = parseRecord(text);
  const { key, n, request, deltas } = record;
  if (typeof key !== 'string' || !isCount(n) || !isRecord(request)) {
    throw new CassetteFormatError(line, 'it is no JSON object with key, n and request');
  }
  return {
    key,
    n,
    request,
    end: parseEnd(record, line),
    ...(Array.isArray(deltas) ? { deltas: deltas.map(String) } : {}),
    ...optional('client', toClient(record['client'])),
  };
}

function toClient(stored: unknown): RecordedClient | undefined {
  const { server, account } = asRecord(stored);
  if (typeof server !== 'string') return undefined;
  return { server, ...optional('account', filledString(account)) };
}

function parseEnd(record: UnknownRecord, line: number): CassetteEnd {
  const { response, error } = record;
  if (isRecord(error)) return { error: toError(error) };
  if (isRecord(response) && typeof response['text'] === 'string') {
    return { response: toResponse(response, response['text']) };
  }
  throw new CassetteFormatError(line, 'it has neither a response nor an error');
}

const finishes: ReadonlySet<unknown> = new Set([
  'stop',
  'length',
  'content-filter',
  'refusal',
  'tool-calls',
  'other',
] satisfies LlmFinish[]);

const kinds: ReadonlySet<unknown> = new Set([
  'auth',
  'permission',
  'bad-request',
  'not-found',
  'rate-limit',
  'quota',
  'overloaded',
  'server',
  'timeout',
  'aborted',
  'network',
  'context-length',
  'content-filter',
  'protocol',
  'budget',
] satisfies LlmErrorKind[]);

function isFinish(value: unknown): value is LlmFinish {
  return finishes.has(value);
}

function isKind(value: unknown): value is LlmErrorKind {
  return kinds.has(value);
}

function toResponse(stored: UnknownRecord, text: string): LlmResponse {
  const { finish, latencyMs, warnings, ...rest } = stored;
  return {
    ...rest,
    text,
    finish: isFinish(finish) ? finish : 'other',
    usage: toUsage(stored['usage']),
    provider: filledString(stored['provider']) ?? '',
    model: filledString(stored['model']) ?? '',
    latencyMs: typeof latencyMs === 'number' ? latencyMs : 0,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
  };
}

function toUsage(stored: unknown): LlmUsage {
  const known = Object.entries(asRecord(stored)).filter(([, count]) => isCount(count));
  return Object.fromEntries(known);
}

function toError(stored: UnknownRecord): LlmError {
  const { kind, status, retryable, retryAfterMs, usage } = stored;
  return new LlmError(filledString(stored['message']) ?? 'a recorded error without a message', {
    kind: isKind(kind) ? kind : 'protocol',
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...optional('status', isCount(status) ? status : undefined),
    ...optional('retryAfterMs', typeof retryAfterMs === 'number' ? retryAfterMs : undefined),
    ...optional('usage', isRecord(usage) ? toUsage(usage) : undefined),
  });
}
