/**
 * Units at the end of a text that decide how it ends. Longer runs of endings and punctuation are not
 * language, and patterns that repeat up to the end take quadratic time in them.
 */
const longestEnd = 200;

/** The end of a text, for patterns that are anchored to it. */
export function textEnd(text: string): string {
  return text.slice(-longestEnd);
}
