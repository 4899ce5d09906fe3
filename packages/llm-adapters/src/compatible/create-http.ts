import { isRecord, LlmError } from '@kanmon/core';
import type { WireCall } from '../call/wire.ts';
import { parseRecord } from '../errors/error-signs.ts';
import { protocolError } from '../errors/map-provider-error.ts';
import { optional, type UnknownRecord } from '../support/read.ts';
import type { ApiKey } from './api-key.ts';

/** A JSON API behind a base URL, spoken by plain `fetch`. */
export interface Http {
  postJson(path: string, body: UnknownRecord, call: WireCall): Promise<unknown>;
  postForStream(
    path: string,
    body: UnknownRecord,
    call: WireCall,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Keys used so far, for redaction. */
  secrets(): readonly string[];
}

export interface HttpOptions {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey?: ApiKey | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly headers?: HeadersInit | undefined;
}

/** An error page is read up to here; the message is cut far earlier. */
const maxErrorCharacters = 65_536;

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

/** Makes the HTTP side of the compatible adapters. Redirects are refused: they would carry the key along. */
export function createHttp(options: HttpOptions): Http {
  const { provider, baseUrl, apiKey, headers } = options;
  const root = baseUrl.replace(/\/$/, '');
  const seen = new Set<string>();

  async function post(path: string, body: UnknownRecord, call: WireCall): Promise<Response> {
    const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
    const sent = new Headers(headers);
    sent.set('content-type', 'application/json');
    if (key !== undefined && key !== '') {
      seen.add(key);
      sent.set('authorization', `Bearer ${key}`);
    }
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(`${root}${path}`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
      ...optional('signal', call.signal),
      redirect: 'error',
    });
    if (!response.ok) throw new HttpStatusError(response, await readStart(response));
    return response;
  }

  return {
    async postJson(path, body, call) {
      const response = await post(path, body, call);
      return parseAnswer(await response.text(), provider);
    },
    async postForStream(path, body, call) {
      const response = await post(path, body, call);
      if (response.body === null) throw protocolError(provider, 'it has no body');
      return response.body;
    },
    secrets: () => [...seen, ...secretHeaders(headers)],
  };
}

/** Reads a JSON answer; everything else is a `protocol` error that says what came. */
export function parseAnswer(text: string, provider: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = text.trim() === '' ? 'an empty body' : `no JSON: ${text.slice(0, 80)}`;
    throw protocolError(provider, `it is ${what}`);
  }
}

/** The start of an error body: a server that sends without end must not be read to the end. */
async function readStart(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= maxErrorCharacters) break;
    }
  } catch (error) {
    if (LlmError.isInstance(error)) throw error;
    // The status is known; a body that breaks off changes nothing about it.
  }
  return text;
}

const secretNames = /authorization|api-?key|token|secret|cookie/i;

function secretHeaders(headers: HeadersInit | undefined): readonly string[] {
  return [...new Headers(headers)].flatMap(([name, value]) =>
    secretNames.test(name) ? [value] : [],
  );
}
