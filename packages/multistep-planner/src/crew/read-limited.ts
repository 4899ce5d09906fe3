/** The text of a body, or why it is none. */
export type LimitedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too-large' | 'not-utf8' };

/** Reads the text of a body. Reading stops at `maximum` bytes and at bytes that are not UTF-8. */
export async function readLimited(
  message: { readonly body: ReadableStream<Uint8Array> | null },
  maximum: number,
): Promise<LimitedText> {
  if (message.body === null) return { ok: true, text: '' };
  const reader = message.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (;;) {
    // Chunks come one after the other.
    const { done, value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    if (bytes > maximum) {
      await reader.cancel();
      return { ok: false, problem: 'too-large' };
    }
    const piece = decode(decoder, value);
    if (piece === null) {
      if (!done) await reader.cancel();
      return { ok: false, problem: 'not-utf8' };
    }
    text += piece;
    if (done) return { ok: true, text };
  }
}

/** The text of a chunk, or of what is left at the end; null for bytes that are not UTF-8. */
function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string | null {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    return null;
  }
}
