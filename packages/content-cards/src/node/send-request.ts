import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type AddressPolicy, refusedAddress, SafeFetchError } from './check-url.ts';

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

/**
 * The decoded body of an answer. The decoded bytes are counted as they come; above `maxBytes` the
 * stream is destroyed and `too_large` thrown.
 */
export async function readResponse(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let decoded: Readable = response;
  const abort = (): void => {
    response.destroy();
    decoded.destroy(new Error('aborted'));
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    decoded = await decodedStream(response, maxBytes);
    return await gather(decoded, maxBytes);
  } catch (error) {
    throw undecodable(error) ?? error;
  } finally {
    signal.removeEventListener('abort', abort);
    response.destroy();
    decoded.destroy();
  }
}

/** Bytes that do not decode now do not decode later either. */
function undecodable(error: unknown): SafeFetchError | null {
  const code = String(Reflect.get(Object(error), 'code'));
  if (code !== 'Z_DATA_ERROR' && !code.startsWith('ERR__ERROR_FORMAT')) return null;
  return new SafeFetchError('network_error', `the answer does not decode: ${code}`, {
    retryable: false,
    cause: error,
  });
}

async function decodedStream(response: IncomingMessage, maxBytes: number): Promise<Readable> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  switch (encoding) {
    case '':
    case 'identity':
      return response;
    case 'gzip':
    case 'x-gzip':
      return piped(response, createGunzip());
    case 'br':
      return piped(response, createBrotliDecompress());
    case 'deflate': {
      const raw = await gather(response, maxBytes);
      // Many servers leave the zlib frame out, whose first byte ends in 8.
      const isFramed = ((raw[0] ?? 8) & 0x0f) === 8;
      return piped(Readable.from([raw]), isFramed ? createInflate() : createInflateRaw());
    }
    default:
      throw new SafeFetchError('network_error', `the content encoding ${encoding} is unknown`, {
        retryable: false,
      });
  }
}

function piped(source: Readable, stage: Duplex): Readable {
  source.on('error', (error) => stage.destroy(error));
  return source.pipe(stage);
}

async function gather(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > maxBytes)
      throw new SafeFetchError('too_large', `the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
