/** The text of a body, or null when it is longer than `maximum` bytes; reading stops there. */
export async function readLimited(
  message: { readonly body: ReadableStream<Uint8Array> | null },
  maximum: number,
): Promise<string | null> {
  if (message.body === null) return '';
  const reader = message.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    // Chunks come one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maximum) {
      // oxlint-disable-next-line no-await-in-loop -- the last round
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
