/** In `u` mode a surrogate matches only where its partner is missing. */
const loneSurrogate = /\p{Surrogate}/u;
const everyLoneSurrogate = /\p{Surrogate}/gu;

/** `text` with U+FFFD for every surrogate without its partner, which neither UTF-8 nor a hash can carry. */
export function replaceLoneSurrogates(text: string): string {
  // Looking costs half of replacing, and nearly no text has one.
  return loneSurrogate.test(text) ? text.replaceAll(everyLoneSurrogate, '\uFFFD') : text;
}
