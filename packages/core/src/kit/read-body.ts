/**
 * Reads the chunks of a body. `ReadableStream` is not async-iterable in every browser, so it is read by
 * hand. Leaving the loop cancels the body, which closes its connection.
 *
 * @yields The chunks as they come.
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in body)) {
    yield* body;
    return;
  }
  const reader = body.getReader();
  try {
    for (;;) {
      // Chunks come one after the other.
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: the source may never answer, and no caller reads from it any more.
    reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/**
 * Reads the chunks of a body up to a number of bytes.
 *
 * @throws The error that `tooLarge` returns, at the first byte too many.
 * @yields The chunks as they come.
 */
export async function* limitBytes(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  for await (const chunk of readChunks(body)) {
    received += chunk.byteLength;
    if (received > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/** Decodes chunks of UTF-8 to one text. */
export async function decodeChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for await (const chunk of chunks) pieces.push(decoder.decode(chunk, { stream: true }));
  return [...pieces, decoder.decode()].join('');
}
