import { isRecord } from '@kanmon/core/kit';
import { asRecord, attempt, filledString, member, type UnknownRecord } from '../wire/read.ts';

/** An error of any SDK, read without knowing its class. */
export interface ErrorSigns {
  readonly status: number | undefined;
  /** Class names, codes and types along the cause chain, outermost first, in lower case. */
  readonly names: readonly string[];
  readonly message: string;
  readonly requestId: string | undefined;
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
  const names = new Set([...chain.flatMap(namesOf), ...namesOf(body)]);
  return {
    status: chain.map(statusOf).find((value) => value !== undefined),
    names: [...names].map((name) => name.toLowerCase()),
    message: messageOf(error, chain, body),
    requestId: requestIdOf(outer),
    header: (name) => headerOf(outer, name),
    body,
  };
}

/** Returns an error and its causes, outermost first, at most five. */
export function causeChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < maxCauseDepth) {
    chain.push(current);
    // The AI SDK's RetryError and AggregateError of Node's happy-eyeballs keep the reason elsewhere.
    current =
      member(current, 'cause') ?? member(current, 'lastError') ?? member(current, 'errors', '0');
  }
  return chain;
}

/** Returns the members of an error at paths such as `response.status`. */
function membersAt(error: unknown, paths: string): readonly unknown[] {
  return paths.split(' ').map((path) => member(error, ...path.split('.')));
}

function statusOf(link: unknown): number | undefined {
  const paths = 'status statusCode $metadata.httpStatusCode response.status $response.statusCode';
  return membersAt(link, paths).find(
    (value): value is number => typeof value === 'number' && value >= 100 && value <= 599,
  );
}

function namesOf(link: unknown): readonly string[] {
  const innerError = member(link, 'error', 'innererror') ?? member(link, 'innererror');
  // Codes are more precise than the class that carries them, so they come first.
  const own = 'code type error.code error.type error.error.code error.error.type';
  return [
    ...membersAt(link, own),
    ...membersAt(innerError, 'code type'),
    ...membersAt(link, '__type name'),
    classNameOf(link),
  ].flatMap((value) => filledString(value) ?? []);
}

/** Returns the name of an error's class. */
export function classNameOf(error: unknown): string | undefined {
  return attempt(() =>
    error instanceof Object ? filledString(error.constructor.name) : undefined,
  );
}

/** Returns the error body: already parsed by the SDK, or as text (AI SDK) that is parsed here. */
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

/** Parses `text` as a JSON object; returns an empty record for anything else: error bodies are often HTML. */
export function parseRecord(text: string): UnknownRecord {
  return asRecord(attempt((): unknown => JSON.parse(text)));
}

/** Returns the first text that is not empty at one of the paths. */
function textAt(error: unknown, paths: string): string | undefined {
  return membersAt(error, paths)
    .map(filledString)
    .find((text) => text !== undefined);
}

function messageOf(error: unknown, chain: readonly unknown[], body: UnknownRecord): string {
  const own = chain.flatMap((link) => filledString(member(link, 'message')) ?? []);
  return (
    textAt(body, 'error.error.message error.message error.Message') ??
    filledString([...new Set(own)].join(': ')) ??
    (typeof error === 'string' ? error : 'no message')
  );
}

function requestIdOf(error: unknown): string | undefined {
  return (
    textAt(error, 'requestID request_id $metadata.requestId') ??
    headerOf(error, 'x-request-id') ??
    headerOf(error, 'request-id')
  );
}

function headerOf(error: unknown, name: string): string | undefined {
  return membersAt(error, 'headers responseHeaders $response.headers response.headers')
    .map((holder) => attempt(() => readHeader(holder, name)))
    .find((value) => value !== undefined);
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(asRecord(headers)).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'number' ? String(value) : filledString(value);
}
