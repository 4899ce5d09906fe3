import { lookup as dnsLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { checkArgument, checkOptions, untilAborted } from '@kanmon/core/kit';
import { checkLimits, longestTimeout } from './check-limits.ts';
import { checkUrl, createAddressPolicy, SafeFetchError, type UrlRules } from './check-url.ts';
import { readResponse, type ResolveHost, sendRequest } from './send-request.ts';

/** Options of `createSafeFetch`. */
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
  readonly lookup?: ResolveHost;
  /** @default 5 */
  readonly maxRedirects?: number;
  /** Of the decoded body. @default 10_000_000 */
  readonly maxBytes?: number;
  /** For everything together, look-ups and redirects included. @default 20_000 */
  readonly timeoutMs?: number;
  /** Sent to the origin of the URL that was asked for, and to no origin that it redirects to. */
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

interface Settings extends UrlRules {
  readonly resolve: ResolveHost;
  readonly maxRedirects: number;
  readonly maxBytes: number;
}

/**
 * A fetch that reaches public addresses only. The address that is dialled is the one that was
 * checked: the check sits in the lookup of the connection, so a name that changes its mind between
 * two look-ups finds no gap. Every redirect is checked from the start.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  checkOptions(
    options,
    'schemes ports allowAddresses allowHosts lookup maxRedirects maxBytes timeoutMs headers',
    'createSafeFetch(options)',
  );
  // A text has `includes` too: the port 443 would be in '8443'.
  for (const name of ['schemes', 'ports', 'allowAddresses'] as const) {
    if (options[name] !== undefined) checkArgument(`options.${name}`, 'a list', options[name]);
  }
  // A list of hosts that is undefined would allow every host.
  if ('allowHosts' in options) checkArgument('options.allowHosts', 'a list', options.allowHosts);
  const { timeoutMs = 20_000, headers: ownHeaders = {}, maxRedirects, maxBytes } = options;
  checkLimits({ timeoutMs, maxRedirects, maxBytes });
  const settings: Settings = {
    schemes: options.schemes ?? ['http:', 'https:'],
    ports: options.ports ?? [80, 443],
    policy: createAddressPolicy(options.allowAddresses),
    allowHosts: options.allowHosts?.map((host) => host.toLowerCase()),
    resolve: options.lookup ?? ((host) => dnsLookup(host, { all: true, verbatim: true })),
    maxRedirects: maxRedirects ?? 5,
    maxBytes: maxBytes ?? 10_000_000,
  };
  return async (url, { signal, headers = {} } = {}) => {
    signal?.throwIfAborted();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), Math.min(timeoutMs, longestTimeout));
    const either =
      signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
    try {
      const work = follow(url, { ...ownHeaders, ...headers }, settings, either);
      return await untilAborted(work, either);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.signal.aborted)
        throw new SafeFetchError('timed_out', `no complete answer within ${timeoutMs} ms`, {
          cause: error,
        });
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError('network_error', `the request failed: ${describe(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
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
    const response = await sendRequest(url, { ...settings, headers, signal });
    const { statusCode: status = 0 } = response;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      const body = await readResponse(response, settings.maxBytes, signal);
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
    // Any header may be a credential. Once the first origin is left, none is sent any more.
    if (next.origin !== url.origin) headers = {};
    redirects.push(url.href);
    url = next;
  }
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) headers.append(name, each);
  return headers;
}
