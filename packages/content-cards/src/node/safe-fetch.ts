import { lookup as dnsLookup } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** An address of a name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** What may be fetched, from where, and how much of it. */
export interface SafeFetchOptions {
  /** @default ['http:', 'https:'] */
  readonly schemes?: readonly string[];
  /** @default [80, 443] */
  readonly ports?: readonly number[];
  /** CIDR ranges for which the address rule is lifted. @default [] */
  readonly allowAddresses?: readonly string[];
  /** Only these host names, when given. The address rule holds for them too. */
  readonly allowHosts?: readonly string[];
  /** Resolves a name. What it answers is checked here. @default the system's resolver */
  readonly lookup?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** @default 5 */
  readonly maxRedirects?: number;
  /** Of the decoded body. @default 10_000_000 */
  readonly maxBytes?: number;
  /** For everything together. @default 20_000 */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fetched resource. */
export interface SafeResponse {
  readonly status: number;
  /** Of the last hop. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** URLs that were left, in order. */
  readonly redirects: readonly string[];
  readonly retrievedAt: string;
}

export type SafeFetch = (
  url: string,
  options?: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
) => Promise<SafeResponse>;

interface Settings {
  readonly schemes: readonly string[];
  readonly ports: readonly number[];
  readonly policy: AddressPolicy;
  readonly allowHosts: readonly string[] | undefined;
  readonly lookup: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly maxRedirects: number;
  readonly maxBytes: number;
}

/**
 * A fetch that reaches public addresses only. The address that is dialled is the one that was
 * checked: the check sits in the lookup of the connection, so a name that changes its mind between
 * two look-ups finds no gap. Every redirect is checked from the start.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const { timeoutMs = 20_000, headers: ownHeaders = {} } = options;
  const settings: Settings = {
    schemes: options.schemes ?? ['http:', 'https:'],
    ports: options.ports ?? [80, 443],
    policy: createAddressPolicy(options.allowAddresses),
    allowHosts: options.allowHosts,
    lookup: options.lookup ?? ((host) => dnsLookup(host, { all: true, verbatim: true })),
    maxRedirects: options.maxRedirects ?? 5,
    maxBytes: options.maxBytes ?? 10_000_000,
  };
  return async (url, { signal, headers = {} } = {}) => {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    try {
      return await follow(url, { ...ownHeaders, ...headers }, settings, either);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.aborted)
        throw new SafeFetchError('timed_out', `no complete answer within ${timeoutMs} ms`, {
          cause: error,
        });
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError('network_error', `the request failed: ${describe(error)}`, {
        cause: error,
      });
    }
  };
}

function describe(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : String(error);
}

async function follow(
  start: string,
  startHeaders: Readonly<Record<string, string>>,
  settings: Settings,
  signal: AbortSignal,
): Promise<SafeResponse> {
  const redirects: string[] = [];
  let url = checkUrl(start, settings);
  let headers = startHeaders;
  for (;;) {
    // Each hop follows from the one before.
    // oxlint-disable-next-line no-await-in-loop
    const response = await send(url, headers, settings, signal);
    const { statusCode: status = 0 } = response;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      // oxlint-disable-next-line no-await-in-loop
      const body = await readBody(response, settings.maxBytes, signal);
      return {
        status,
        url: url.href,
        headers: headersOf(response),
        body,
        redirects,
        retrievedAt: new Date().toISOString(),
      };
    }
    response.destroy();
    if (redirects.length >= settings.maxRedirects)
      throw new SafeFetchError(
        'too_many_redirects',
        `more than ${settings.maxRedirects} redirects`,
      );
    const next = checkUrl(location, settings, url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new SafeFetchError('redirect_refused', 'a redirect from https to http is not followed');
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    redirects.push(url.href);
    url = next;
  }
}

function withoutSecrets(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['authorization', 'cookie', 'proxy-authorization'].includes(name.toLowerCase()),
    ),
  );
}

/** Everything that can be told from the URL alone. */
function checkUrl(text: string, settings: Settings, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw new SafeFetchError('scheme_refused', 'expected an absolute http or https URL', { cause });
  }
  const { protocol, username, password, port } = url;
  if (!settings.schemes.includes(protocol))
    throw new SafeFetchError('scheme_refused', `URLs with ${protocol} are not fetched`);
  if (username !== '' || password !== '')
    throw new SafeFetchError('credentials_refused', 'a URL with user info is not fetched');
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (!settings.ports.includes(number))
    throw new SafeFetchError('port_refused', `port ${number} is not allowed`);
  const host = hostOf(url);
  if (settings.allowHosts !== undefined && !settings.allowHosts.includes(host))
    throw new SafeFetchError('address_refused', `the host ${host} is not on the list`);
  // Node dials literal addresses without a look-up.
  if (isIP(host) !== 0 && !settings.policy.allows(host)) throw refusedAddress(host);
  if (/(?:^|\.)localhost$/.test(host) && !settings.policy.allows('127.0.0.1'))
    throw refusedAddress(host);
  return url;
}

/** As the WHATWG parser spells it, without the brackets of IPv6 and the dot of a full name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function refusedAddress(host: string): SafeFetchError {
  return new SafeFetchError('address_refused', `${host} is not a public address`);
}

/** The addresses of a name. One bad one refuses the host: which one is dialled would be chance. */
async function checkedAddresses(
  host: string,
  { lookup, policy }: Settings,
): Promise<ResolvedAddress[]> {
  const addresses = await lookup(host);
  const refused = addresses.find(({ address }) => isIP(address) === 0 || !policy.allows(address));
  if (refused !== undefined) throw refusedAddress(host);
  return addresses.map(({ address, family }) => ({ address, family }));
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  settings: Settings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const resolve = callbackify((host: string) => checkedAddresses(host, settings));
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) callback(error ?? new Error(`no address for ${host}`), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((fulfil, reject) => {
    const outgoing = request(
      url,
      // No keep-alive agent: each request makes its own connection through the look-up above.
      {
        agent: false,
        lookup,
        signal,
        headers: { 'accept-encoding': 'gzip, br, deflate', accept: '*/*', ...headers },
      },
      fulfil,
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const decoded = decoder(response);
  const abort = (): void => {
    response.destroy();
    decoded.destroy(new Error('aborted'));
  };
  signal.addEventListener('abort', abort, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > maxBytes)
        throw new SafeFetchError('too_large', `the answer has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    response.destroy();
    decoded.destroy();
  }
  return Buffer.concat(chunks);
}

function decoder(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const stage =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null;
  if (stage === null)
    throw new SafeFetchError('network_error', `the content encoding ${encoding} is unknown`, {
      retryable: false,
    });
  response.on('error', (error) => stage.destroy(error));
  return response.pipe(stage);
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) headers.append(name, each);
  return headers;
}
