import { canonicalJson, KanmonError, type LlmError, type LlmResponse } from '@kanmon/core';
import { isRecord, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { parseRecord } from '../errors/error-signs.ts';
import { asRecord, filledString, toJsonValue, type UnknownRecord } from '../wire/read.ts';
import { errorFields, readError, readResponse } from '../wire/stored-answer.ts';

/** Stores the text of a cassette. A line is written once and never changed. */
export interface CassetteStore {
  /** The whole text so far. */
  read(): string | Promise<string>;
  /** Adds whole lines at the end. */
  append(text: string): void | Promise<void>;
  /** Replaces the whole text, to drop a torn last line. */
  replace(text: string): void | Promise<void>;
}

/** A cassette in memory, whose text can be looked at. */
export interface MemoryCassetteStore extends CassetteStore {
  text(): string;
}

/** Creates a cassette in memory, starting from the text `start`. */
export function createMemoryCassetteStore(start = ''): MemoryCassetteStore {
  let whole = start;
  return {
    read: () => whole,
    append(lines) {
      whole += lines;
    },
    replace(text) {
      whole = text;
    },
    text: () => whole,
  };
}

/** The end of a recorded call. */
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
  /** The client that was asked; absent in lines of earlier versions and for clients that are not of this package. */
  readonly client?: RecordedClient;
}

/** Hashes of the client that was asked, so that a cassette does not answer for another server or account. */
export interface RecordedClient {
  readonly server: string;
  /** Salted with the key; absent where the adapter cannot read the credentials. */
  readonly account?: string;
}

export const cassetteHeader = '{"format":"kanmon-cassette","version":1}\n';

/** Returns one line of canonical JSON; `redact` runs over every string of it but the hashes. */
export function writeCassetteLine(line: CassetteLine, redact: (text: string) => string): string {
  const { key, n, request, end, deltas, client } = line;
  const texts = {
    request,
    deltas: deltas && storable(deltas, redact),
    ...('error' in end ? { error: errorFields(end.error) } : end),
  };
  // Hashes are not texts: redaction must not take one for a key.
  const stored = { ...asRecord(toJsonValue(texts, redact)), client, key, n };
  return `${canonicalJson(toJsonValue(stored))}\n`;
}

/** Returns deltas as they may be stored: joined where a secret lies across two of them. */
function storable(deltas: readonly string[], redact: (text: string) => string): readonly string[] {
  const whole = redact(deltas.join(''));
  return whole === deltas.map(redact).join('') ? deltas : [whole];
}

/** Reports a cassette that cannot be read. The message names the line. */
export class CassetteFormatError extends KanmonError {
  static override readonly errorName: string = 'CassetteFormatError';

  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line} of the cassette cannot be read: ${problem}; repair it or record again`, {
      code: 'cassette-format',
    });
    this.line = line;
  }
}

/**
 * Reads a cassette: its lines, and whether its last one was torn, which is a line without its line end.
 *
 * @throws {CassetteFormatError} For a damaged line.
 */
export function parseCassette(text: string): {
  readonly lines: readonly CassetteLine[];
  readonly torn: boolean;
} {
  const whole = text.split('\n');
  const last = whole.pop() ?? '';
  const [header, ...lines] = whole;
  if (header !== undefined) {
    const { format, version } = parseRecord(header);
    if (format !== 'kanmon-cassette')
      throw new CassetteFormatError(1, 'it is not a cassette header');
    if (version !== 1) throw new CassetteFormatError(1, 'its version is not 1');
  }
  return {
    lines: lines.flatMap((line, index) => (line === '' ? [] : parseLine(line, index + 2))),
    torn: last !== '',
  };
}

function parseLine(text: string, line: number): CassetteLine {
  const record = parseRecord(text);
  const { key, n, request, deltas } = record;
  if (typeof key !== 'string' || !isTokenCount(n) || !isRecord(request)) {
    throw new CassetteFormatError(line, 'it is not a JSON object with key, n and request');
  }
  return withoutUndefined({
    key,
    n,
    request,
    end: parseEnd(record, line),
    deltas: Array.isArray(deltas) ? deltas.map(String) : undefined,
    client: toClient(asRecord(record['client'])),
  });
}

function toClient({ server, account }: UnknownRecord): RecordedClient | undefined {
  if (typeof server !== 'string') return undefined;
  return withoutUndefined({ server, account: filledString(account) });
}

function parseEnd(record: UnknownRecord, line: number): CassetteEnd {
  const { response, error } = record;
  if (isRecord(error)) return { error: readError(error) };
  if (isRecord(response) && typeof response['text'] === 'string') {
    return { response: readResponse(response, response['text']) };
  }
  throw new CassetteFormatError(line, 'it has neither a response nor an error');
}
