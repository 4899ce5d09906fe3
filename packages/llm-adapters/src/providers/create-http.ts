import { InvalidArgumentError, LlmError } from '@kanmon/core';
import {
  checkPorts,
  decodeChunks,
  headerSecrets,
  isRecord,
  limitBytes,
  longestSpelling,
  optionError,
  readChunks,
  urlSecrets,
  withoutUndefined,
} from '@kanmon/core/kit';
import { describeKind } from '../wire/check-options.ts';
import { parseRecord } from '../errors/error-signs.ts';
import { quoteKnown } from '../errors/known-secrets.ts';
import { mapProviderError, protocolError } from '../errors/map-provider-error.ts';
import { checkMaxResponseBytes, tooLarge } from '../wire/adapter-defaults.ts';
import type { UnknownRecord } from '../wire/read.ts';
import type { WireCall } from '../wire/wire.ts';

/** A key, or where to get it for each call. */
export type ApiKey = string | (() => string | Promise<string>);

/** The headers that `new Headers(...)` takes. Types of Node without those of the DOM have no name for them. */
export type HeadersLike = NonNullable<ConstructorParameters<typeof Headers>[0]>;

interface HttpOptions {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey?: ApiKey | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly headers?: HeadersLike | undefined;
  readonly maxResponseBytes?: number | undefined;
  /** Further values that must stay out of messages. */
  readonly secrets?: readonly string[] | undefined;
}

/** An error page is read up to here; the message is cut far earlier. */
export const maxErrorCharacters = 65_536;
/** Of an answer that is not JSON. */
const maxQuote = 80;

/** A rejected response, shaped like the SDKs' own errors so that one mapper reads all. */
class HttpStatusError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;

  constructor(response: Response, text: string) {
    const body = parseRecord(text);
    super(text === '' ? `status ${response.status} without a body` : text);
    this.name = 'HttpStatusError';
    this.status = response.status;
    this.headers = response.headers;
    // Most servers answer { error: { message } }, some put the members at the top.
    this.error = isRecord(body['error']) ? body['error'] : body;
  }
}

/**
 * Creates the HTTP side of the compatible adapters. Redirects are refused: they would carry the key
 * along. A query in the base URL stays behind the path; a user name and password in it are sent as
 * basic credentials, since `fetch` refuses them in the address.
 */
export function createHttp(options: HttpOptions) {
  const { provider, baseUrl, apiKey, headers } = options;
  assertBaseUrl(baseUrl);
  const maxBytes = checkMaxResponseBytes(options.maxResponseBytes);
  const { address, credentials } = splitBaseUrl(baseUrl);
  assertHeaders(headers, apiKey);
  checkPorts({ fetch: options.fetch }, { fetch: 'call' });
  const seen = new Set<string>();
  /** Keys used so far, for redaction. */
  const secrets = (): readonly string[] => [
    ...seen,
    ...(typeof apiKey === 'string' ? [apiKey] : []),
    ...headerSecrets(headers),
    ...urlSecrets(baseUrl),
    ...(credentials === undefined ? [] : [credentials]),
    ...(options.secrets ?? []),
  ];

  const limited = (body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
    limitBytes(body, maxBytes, () => tooLarge(provider, maxBytes));

  /** Reads a JSON text; anything else is a `protocol` error that quotes its start. */
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      const quote = quoteKnown(text, maxQuote, { secrets: secrets() });
      const what = text.trim() === '' ? 'an empty body' : `not JSON: ${quote}`;
      throw protocolError(provider, `it is ${what}`);
    }
  };

  async function post(path: string, body: UnknownRecord, call: WireCall): Promise<Response> {
    const key = await keyOf(apiKey, provider);
    if (key !== undefined && key !== '') seen.add(key);
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(address(path), {
      method: 'POST',
      headers: headersOf(headers, key, credentials),
      body: JSON.stringify(body),
      redirect: 'error',
      ...withoutUndefined({ signal: call.signal }),
    });
    if (!response.ok) {
      const start = await readStart(response, longestSpelling(secrets()));
      throw new HttpStatusError(response, start);
    }
    return response;
  }

  return {
    async postJson(path: string, body: UnknownRecord, call: WireCall): Promise<unknown> {
      const response = await post(path, body, call);
      return parse(response.body === null ? '' : await decodeChunks(limited(response.body)));
    },
    /** Returns the bytes of an answer, at most `maxResponseBytes`. */
    async postForStream(
      path: string,
      body: UnknownRecord,
      call: WireCall,
    ): Promise<AsyncIterable<Uint8Array>> {
      const response = await post(path, body, call);
      if (response.body === null) throw protocolError(provider, 'it has no body');
      return limited(response.body);
    },
    parse,
    secrets,
  };
}

function splitBaseUrl(baseUrl: string): {
  readonly address: (path: string) => string;
  readonly credentials?: string;
} {
  const url = new URL(baseUrl);
  const { username, password, search } = url;
  const root = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  const address = (path: string): string => `${root}${path}${search}`;
  if (username === '' && password === '') return { address };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const bytes = new TextEncoder().encode(pair);
  return { address, credentials: btoa(String.fromCharCode(...bytes)) };
}

function headersOf(
  configured: HeadersLike | undefined,
  key: string | undefined,
  credentials: string | undefined,
): Headers {
  const sent = new Headers(configured);
  sent.set('content-type', 'application/json');
  if (key !== undefined && key !== '') sent.set('authorization', `Bearer ${key}`);
  else if (credentials !== undefined && !sent.has('authorization')) {
    sent.set('authorization', `Basic ${credentials}`);
  }
  return sent;
}

/** Returns the key. An error of a key function may quote the key, which is not known yet: only its kind is kept. */
async function keyOf(apiKey: ApiKey | undefined, provider: string): Promise<string | undefined> {
  if (typeof apiKey !== 'function') return apiKey;
  try {
    const key: unknown = await apiKey();
    return typeof key === 'string' ? key : undefined;
  } catch (error) {
    const { kind } = mapProviderError(error, { provider });
    throw new LlmError(`the key function (options.apiKey) of ${provider} failed`, {
      kind: kind === 'protocol' ? 'auth' : kind,
      provider,
    });
  }
}

/**
 * The start of an error body: a server that sends without end must not be read to the end. Where the
 * body was cut, its last `margin` characters are dropped: they may be the start of a key.
 */
async function readStart(response: Response, margin: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of readChunks(response.body)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= maxErrorCharacters)
        return text.slice(0, Math.max(0, text.length - margin));
    }
  } catch (error) {
    if (LlmError.isInstance(error)) throw error;
    // The status is known; a body that breaks off changes nothing about it.
  }
  return text;
}

/** Throws for a key or headers that no request can have. Their values are not quoted: they may be secret. */
function assertHeaders(headers: HeadersLike | undefined, apiKey: unknown): void {
  const isText = typeof apiKey === 'string';
  if (apiKey !== undefined && !isText && typeof apiKey !== 'function') {
    throw optionError('apiKey', 'a text or a function that returns one', apiKey);
  }
  try {
    headersOf(headers, isText ? apiKey : undefined, undefined);
  } catch {
    throw new InvalidArgumentError(
      'expected options.apiKey and options.headers to be HTTP headers, got a name or a value that is not; look for line breaks and for characters outside of Latin-1',
    );
  }
}

/** Throws unless `baseUrl` is an http(s) address. The value is not quoted: it may hold credentials. */
function assertBaseUrl(baseUrl: unknown): void {
  const example = 'e.g. http://localhost:11434/v1';
  if (typeof baseUrl !== 'string') {
    throw new InvalidArgumentError(
      `expected options.baseUrl to be a URL, got ${describeKind(baseUrl)}; ${example}`,
    );
  }
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new InvalidArgumentError(
      `expected options.baseUrl to start with http:// or https://, got a string that does not; ${example}`,
    );
  }
}
