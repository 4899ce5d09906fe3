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
    status: statusIn([...chain, body]),
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

/** The status of the answer; below 400, where an error came as the data of a success, the one that the error has. */
function statusIn(links: readonly unknown[]): number | undefined {
  const own = 'status statusCode $metadata.httpStatusCode response.status $response.statusCode';
  const ofData = 'code error.status error.code error.error.code';
  const [first] = links.flatMap((link) => statusesAt(link, own));
  if (first !== undefined && first >= 400) return first;
  const ofError = links.flatMap((link) => statusesAt(link, `${own} ${ofData}`));
  return ofError.find((status) => status >= 400) ?? first;
}

function statusesAt(link: unknown, paths: string): readonly number[] {
  return membersAt(link, paths)
    .map((value) => (typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value))
    .filter((value) => typeof value === 'number')
    .filter((status) => Number.isInteger(status) && status >= 100 && status <= 599);
}

function namesOf(link: unknown): readonly string[] {
  const innerError = member(link, 'error', 'innererror') ?? member(link, 'innererror');
  // Codes are more precise than the class that carries them, so they come first.
  const own = 'code type error.code error.type error.error.code error.error.type';
  // Google's errors have a status in words, and the reason in one of the details.
  const google = [member(link, 'error', 'error'), member(link, 'error'), link];
  return [
    ...membersAt(link, own),
    ...membersAt(innerError, 'code type'),
    ...google.flatMap((error) => membersAt(member(error, 'details'), '0.reason 1.reason 2.reason')),
    ...google.map((error) => member(error, 'status')),
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

/** Returns the error body: as text (AI SDK, whose parsed data lacks some members), or already parsed by the SDK. */
function bodyOf(error: unknown): UnknownRecord {
  const text = member(error, 'responseBody');
  const parsed = typeof text === 'string' ? parseRecord(text) : {};
  if (Object.keys(parsed).length > 0) return parsed;
  const data = member(error, 'data');
  if (isObject(data)) return data;
  const inner = member(error, 'error');
  return isObject(inner) ? { error: inner } : {};
}

/** `isRecord` asks a proxy whether it is a list, and a revoked one throws. */
function isObject(value: unknown): value is UnknownRecord {
  return attempt(() => isRecord(value)) === true;
}

/**
 * Parses `text` as a JSON object, or as a list that begins with one, as Google's compatible server answers. Returns an
 * empty record for anything else: error bodies are often HTML.
 */
export function parseRecord(text: string): UnknownRecord {
  const parsed = attempt((): unknown => JSON.parse(text));
  return asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
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
