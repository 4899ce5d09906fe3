import type { IncomingMessage } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { SafeFetchError } from './safe-fetch-error.ts';

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

/** What does not decode now does not decode later either. */
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
