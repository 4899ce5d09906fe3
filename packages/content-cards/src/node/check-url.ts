import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** What a URL may be like. */
export interface UrlRules {
  readonly schemes: readonly string[];
  readonly ports: readonly number[];
  readonly policy: AddressPolicy;
  /** In lower case. */
  readonly allowHosts: readonly string[] | undefined;
}

/** Everything that can be told from the URL alone. Throws `SafeFetchError`. */
export function checkUrl(text: string, rules: UrlRules, base?: URL): URL {
  const { schemes, ports, policy, allowHosts } = rules;
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw new SafeFetchError('scheme_refused', 'expected an absolute http or https URL', { cause });
  }
  const { protocol, username, password, port } = url;
  if (!schemes.includes(protocol))
    throw new SafeFetchError('scheme_refused', `URLs with ${protocol} are not fetched`);
  if (username !== '' || password !== '')
    throw new SafeFetchError('credentials_refused', 'a URL with user info is not fetched');
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (!ports.includes(number))
    throw new SafeFetchError('port_refused', `port ${number} is not allowed`);
  const host = hostOf(url);
  if (allowHosts !== undefined && !allowHosts.includes(host))
    throw new SafeFetchError('address_refused', `the host ${host} is not on the list`);
  // Node dials literal addresses without a look-up.
  if (isIP(host) !== 0 && !policy.allows(host)) throw refusedAddress(host);
  if (/(?:^|\.)localhost$/.test(host) && !policy.allows('127.0.0.1')) throw refusedAddress(host);
  return url;
}

/** The refusal of a host. */
export function refusedAddress(host: string): SafeFetchError {
  return new SafeFetchError('address_refused', `${host} is not a public address`);
}

/**
 * Returns the host as the WHATWG parser spells it, without the brackets of IPv6 and the dots at the
 * end of a full name. A loop, since `/\.+$/` is quadratic in a host that is full of dots.
 */
function hostOf({ hostname }: URL): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  let end = hostname.length;
  while (hostname[end - 1] === '.') end -= 1;
  return hostname.slice(0, end);
}
