import { isRecord } from '@kanmon/core/kit';
import { asRecord, attempt, filledString, member, type UnknownRecord } from '../wire/read.ts';

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

/**
 * Collects status, names, headers and body from an SDK error, an AWS fault, an AI SDK error or a fetch
 * failure. Never throws: what cannot be read is absent.
 */
export function readErrorSigns(error: unknown): ErrorSigns {
  const chain = causeChain(error);
  const [outer] = chain;
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
    // The AI SDK's RetryError and AggregateError of Node's happy-eyeballs keep the reason elsewhere.
    current =
      member(current, 'cause') ??
      member(current, 'lastError') ??
      member(member(current, 'errors'), '0');
  }
  return chain;
}

function statusOf(link: unknown): number | undefined {
  const candidates = [
    member(link, 'status'),
    member(link, 'statusCode'),
    member(member(link, '$metadata'), 'httpStatusCode'),
    member(member(link, 'response'), 'status'),
    member(member(link, '$response'), 'statusCode'),
  ];
  return candidates.find(
    (value): value is number => typeof value === 'number' && value >= 100 && value <= 599,
  );
}

function namesOf(link: unknown): readonly string[] {
  const inner = member(link, 'error');
  const innermost = member(inner, 'error');
  const innerError = member(inner, 'innererror') ?? member(link, 'innererror');
  // Codes say more than the class that carries them, so they come first.
  return [
    ...[link, inner, innermost, innerError].flatMap((source) => [
      member(source, 'code'),
      member(source, 'type'),
    ]),
    member(link, '__type'),
    member(link, 'name'),
    classNameOf(link),
  ].flatMap((value) => filledString(value) ?? []);
}

/** The name of an error's class. */
export function classNameOf(error: unknown): string | undefined {
  return attempt(() =>
    error instanceof Object ? filledString(error.constructor.name) : undefined,
  );
}

/** The error body: already parsed by the SDK, or as text (AI SDK) that is parsed here. */
function bodyOf(error: unknown): UnknownRecord {
  const data = member(error, 'data');
  if (isObject(data)) return data;
  const text = member(error, 'responseBody');
  if (typeof text === 'string') return parseRecord(text);
  const inner = member(error, 'error');
  return isObject(inner) ? { error: inner } : {};
}

/** `isRecord` asks a proxy whether it is a list, and a revoked one throws. */
function isObject(value: unknown): value is UnknownRecord {
  return attempt(() => isRecord(value)) === true;
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
  const inner = member(body, 'error');
  const own = chain.flatMap((link) => filledString(member(link, 'message')) ?? []);
  return (
    filledString(member(member(inner, 'error'), 'message')) ??
    filledString(member(inner, 'message')) ??
    filledString(member(inner, 'Message')) ??
    (own.length > 0 ? [...new Set(own)].join(': ') : undefined) ??
    (typeof error === 'string' ? error : 'no message')
  );
}

function requestIdOf(error: unknown): string | undefined {
  return (
    filledString(member(error, 'requestID')) ??
    filledString(member(error, 'request_id')) ??
    filledString(member(member(error, '$metadata'), 'requestId')) ??
    headerOf(error, 'x-request-id') ??
    headerOf(error, 'request-id')
  );
}

function headerOf(error: unknown, name: string): string | undefined {
  const holders = [
    member(error, 'headers'),
    member(error, 'responseHeaders'),
    member(member(error, '$response'), 'headers'),
    member(member(error, 'response'), 'headers'),
  ];
  return holders
    .map((holder) => attempt(() => readHeader(holder, name)))
    .find((value) => value !== undefined);
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(asRecord(headers)).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'number' ? String(value) : filledString(value);
}
