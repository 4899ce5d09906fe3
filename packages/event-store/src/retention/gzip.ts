/** Compresses text, piece by piece, with the platform's own gzip. */
export async function gzipText(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const parts: Uint8Array[] = [];
  const feeding = feed(writable, encode(pieces));
  for await (const part of readAllOf(readable)) parts.push(part);
  await feeding;
  return concatenate(parts);
}

/**
 * Decompresses bytes piece by piece, so that whoever reads can stop at any size. Throws on broken data.
 * @yields a piece of the content
 */
export async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const feeding = feed(writable, [bytes]);
  // A reader that stops early cancels the stream; what the feeder then says does not matter.
  feeding.catch(() => undefined);
  yield* readAllOf(readable);
  await feeding;
}

/** What is written to of a stream; libraries for browsers and for Node name its type differently. */
interface Writable {
  getWriter(): {
    write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
    close(): Promise<void>;
    abort(reason: unknown): Promise<void>;
  };
}

async function feed(
  writable: Writable,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const writer = writable.getWriter();
  try {
    // A copy owns a plain ArrayBuffer, which is what the stream's type asks for.
    for await (const piece of pieces) await writer.write(new Uint8Array(piece));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

async function* encode(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

async function* readAllOf(readable: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
