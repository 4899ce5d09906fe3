import { isRecord } from '@kanmon/core';
import { asRecord, filledString, type UnknownRecord } from '../support/read.ts';

/** What an error of any SDK says about itself, read without knowing its class. */
export interface ErrorSigns {
  readonly status?: number;
  /** Class names, codes and types along the cause chain, outermost first, in lower case. */
  readonly names: readonly string[];
  readonly message: string;
  readonly requestId?: string;
  readonly header: (name: string) => string | undefined;
  /** The parsed error body, when the SDK keeps it. */
  readonly body: UnknownRecord;
}

/** SDKs wrap twice at most (own class, fetch error, socket error); five levels leave room and end cycles. */
const maxCauseDepth = 5;

/** Collects status, names, headers and body from an SDK error, an AWS fault, an AI SDK error or a fetch failure. */
export function readErrorSigns(error: unknown): ErrorSigns {
  const chain = causeChain(error);
  const outer = asRecord(chain[0]);
  const body = bodyOf(outer);
  const status = chain.map(statusOf).find((value) => value !== undefined);
  const requestId = requestIdOf(outer);
  return {
    ...(status === undefined ? {} : { status }),
    names: [...new Set([...chain.flatMap(namesOf), ...namesOf(body)])].map((name) =>
      name.toLowerCase(),
    ),
    message: messageOf(error, chain, body),
    ...(requestId === undefined ? {} : { requestId }),
    header: (name) => headerOf(outer, name),
    body,
  };
}

/** An error and what it was caused by, outermost first, at most five. */
export function causeChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < maxCauseDepth) {
    chain.push(current);
    const record = asRecord(current);
    // The AI SDK's RetryError and AggregateError of Node's happy-eyeballs keep the reason elsewhere.
    const aggregated: unknown = Array.isArray(record['errors']) ? record['errors'][0] : undefined;
    current = record['cause'] ?? record['lastError'] ?? aggregated;
  }
  return chain;
}

function statusOf(link: unknown): number | undefined {
  const record = asRecord(link);
  const candidates = [
    record['status'],
    record['statusCode'],
    asRecord(record['$metadata'])['httpStatusCode'],
    asRecord(record['response'])['status'],
    asRecord(record['$response'])['statusCode'],
  ];
  return candidates.find(
    (value): value is number => typeof value === 'number' && value >= 100 && value <= 599,
  );
}

function namesOf(link: unknown): readonly string[] {
  const record = asRecord(link);
  const inner = asRecord(record['error']);
  const innermost = asRecord(inner['error']);
  const innerError = asRecord(inner['innererror'] ?? record['innererror']);
  const constructorName = link instanceof Object ? link.constructor.name : undefined;
  // Codes say more than the class that carries them, so they come first.
  return [
    ...[record, inner, innermost, innerError].flatMap((source) => [source['code'], source['type']]),
    record['__type'],
    record['name'],
    constructorName,
  ].flatMap((value) => filledString(value) ?? []);
}

/** The error body: already parsed by the SDK, or as text (AI SDK) that is parsed here. */
function bodyOf(error: UnknownRecord): UnknownRecord {
  if (isRecord(error['data'])) return error['data'];
  const text = error['responseBody'];
  if (typeof text === 'string') return parseRecord(text);
  return isRecord(error['error']) ? { error: error['error'] } : {};
}

/** `text` as a JSON object, or an empty record: error bodies are often HTML. */
export function parseRecord(text: string): UnknownRecord {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

function messageOf(error: unknown, chain: readonly unknown[], body: UnknownRecord): string {
  const inner = asRecord(body['error']);
  const own = chain.map((link) => filledString(asRecord(link)['message'])).filter(Boolean);
  return (
    filledString(asRecord(inner['error'])['message']) ??
    filledString(inner['message']) ??
    filledString(inner['Message']) ??
    (own.length > 0 ? [...new Set(own)].join(': ') : undefined) ??
    (typeof error === 'string' ? error : 'no message')
  );
}

function requestIdOf(error: UnknownRecord): string | undefined {
  return (
    filledString(error['requestID']) ??
    filledString(error['request_id']) ??
    filledString(asRecord(error['$metadata'])['requestId']) ??
    headerOf(error, 'x-request-id') ??
    headerOf(error, 'request-id')
  );
}

function headerOf(error: UnknownRecord, name: string): string | undefined {
  const holders = [
    error['headers'],
    error['responseHeaders'],
    asRecord(error['$response'])['headers'],
    asRecord(error['response'])['headers'],
  ];
  return holders.map((holder) => readHeader(holder, name)).find((value) => value !== undefined);
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(asRecord(headers)).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'number' ? String(value) : filledString(value);
}
