import { isIP } from 'node:net';
import { InvalidArgumentError } from '@kanmon/core';
import ipaddr from 'ipaddr.js';
import { ImportError } from '../import/import-error.ts';

/** The rules for a URL. */
export interface UrlRules {
  readonly schemes: readonly string[];
  readonly ports: readonly number[];
  readonly policy: AddressPolicy;
  /** In lower case. */
  readonly allowHosts: readonly string[] | undefined;
}

/** Checks everything that depends on the URL alone. Throws `SafeFetchError`. */
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
    throw new SafeFetchError(
      'scheme_refused',
      `URLs with ${protocol} are not fetched; the option schemes lists those that are`,
    );
  if (username !== '' || password !== '')
    throw new SafeFetchError('credentials_refused', 'a URL with user info is not fetched');
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (!ports.includes(number))
    throw new SafeFetchError(
      'port_refused',
      `port ${number} is not allowed; the option ports lists those that are`,
    );
  const host = hostOf(url);
  if (allowHosts !== undefined && !allowHosts.includes(host))
    throw new SafeFetchError('address_refused', `the host ${host} is not in the option allowHosts`);
  // Node dials literal addresses without a look-up.
  if (isIP(host) !== 0 && !policy.allows(host)) throw refusedAddress(host);
  if (/(?:^|\.)localhost$/.test(host) && !policy.allows('127.0.0.1')) throw refusedAddress(host);
  return url;
}

/** The refusal of a host. */
export function refusedAddress(host: string): SafeFetchError {
  return new SafeFetchError(
    'address_refused',
    `${host} is not a public address; the option allowAddresses lists exceptions`,
  );
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

/** The addresses that may be dialled. */
export interface AddressPolicy {
  allows(address: string): boolean;
}

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Ranges that ipaddr.js calls unicast and that are not the public internet. */
const refusedRanges = [
  // Azure's host service: DNS, health and the agent of a virtual machine.
  '168.63.129.16/32',
  // 6bone, returned in 2006 (RFC 3701).
  '3ffe::/16',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Creates the policy: public unicast addresses and the given ranges. IPv4-mapped forms are judged
 * by the address in them. IPv6 must be inside 2000::/3, since ipaddr.js calls `::7f00:1` unicast,
 * and must not be an ISATAP address, which a gateway turns into the IPv4 address in it.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const ranges = allowed.map((range) => {
    try {
      return ipaddr.parseCIDR(range);
    } catch (cause) {
      throw new InvalidArgumentError(
        `expected allowAddresses to hold CIDR ranges like '10.0.0.0/8', got ${JSON.stringify(range)}`,
        { cause },
      );
    }
  });
  return {
    allows(text) {
      if (!ipaddr.isValid(text) || text.includes('%')) return false;
      const address = ipaddr.process(text);
      if (isIn(address, ranges)) return true;
      if (address.range() !== 'unicast' || isIn(address, refusedRanges)) return false;
      return (
        address.kind() === 'ipv4' ||
        (address.match(globalUnicast) && !isIsatap(address.toByteArray()))
      );
    },
  };
}

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

function isIn(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
}

/** Interface identifiers 0000:5efe and 0200:5efe before an IPv4 address (RFC 5214 6.1). */
function isIsatap(bytes: readonly number[]): boolean {
  const [universal, next, third, fourth] = bytes.slice(8, 12);
  return (universal === 0 || universal === 2) && next === 0 && third === 0x5e && fourth === 0xfe;
}

export type SafeFetchCode =
  | 'scheme_refused'
  | 'port_refused'
  | 'address_refused'
  | 'credentials_refused'
  | 'redirect_refused'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  | 'network_error'
  | 'status_error';

/** A request that was refused or failed. A refused one has opened no socket. */
export class SafeFetchError extends ImportError {
  static override readonly errorName: string = 'SafeFetchError';

  constructor(
    code: SafeFetchCode,
    message: string,
    options: {
      readonly retryable?: boolean;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, {
      ...options,
      code,
      retryable: options.retryable ?? (code === 'network_error' || code === 'timed_out'),
    });
  }
}
