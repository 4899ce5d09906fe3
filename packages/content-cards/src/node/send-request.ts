import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { AddressPolicy } from './address-policy.ts';
import { refusedAddress } from './check-url.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** An address of a name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name. What it answers is checked here. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Sends one GET request and returns its answer, body unread. The address is checked in the look-up
 * of the connection, so the address that is dialled is the one that was checked. An answer that
 * switches protocols and a connection that closes without an answer reject.
 */
export function sendRequest(
  url: URL,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly resolve: ResolveHost;
    readonly policy: AddressPolicy;
    readonly signal: AbortSignal;
  },
): Promise<IncomingMessage> {
  const { headers, resolve, policy, signal } = options;
  const checked = callbackify((host: string) => checkedAddresses(host, resolve, policy));
  const lookup: LookupFunction = (host, { all }, callback) => {
    checked(host, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) callback(error ?? new Error(`no address for ${host}`), '');
      else if (all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((fulfil, reject) => {
    const outgoing = request(
      url,
      {
        // No keep-alive agent: each request makes its own connection through the look-up above.
        agent: false,
        lookup,
        signal,
        headers: { 'accept-encoding': 'gzip, br, deflate', accept: '*/*', ...headers },
      },
      fulfil,
    );
    outgoing.on('error', reject);
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(
        new SafeFetchError('network_error', 'the server switched protocols (status 101)', {
          retryable: false,
        }),
      );
    });
    outgoing.on('close', () => {
      reject(new SafeFetchError('network_error', 'the connection closed without an answer'));
    });
    outgoing.end();
  });
}

/**
 * Returns the addresses of a name. One refused address refuses the host: which one is dialled would
 * be chance. Addresses are copied before they are checked, so a getter cannot change its answer.
 */
async function checkedAddresses(
  host: string,
  resolve: ResolveHost,
  policy: AddressPolicy,
): Promise<ResolvedAddress[]> {
  const addresses = Array.from(await resolve(host), ({ address }) => ({
    address,
    family: isIP(address),
  }));
  const isRefused = addresses.some(
    ({ address, family }) => family === 0 || !policy.allows(address),
  );
  if (isRefused) throw refusedAddress(host);
  return addresses;
}
