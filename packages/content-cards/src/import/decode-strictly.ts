/** The text of the bytes in a character set; null when one byte does not fit, or nobody knows the set. */
export function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
