/** The text with U+FFFD for each lone surrogate: what cannot be encoded cannot be stored. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
