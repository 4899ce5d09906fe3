import { isOpener } from './characters.ts';
import { type SourceText, spend } from './source-text.ts';

/**
 * The quote that ends a string whose content is JSON that no one escaped, `"{"a": 1}"`: the one after
 * its last bracket. -1 when the brackets do not lead to a quote. Tried until it fails once, because
 * following every string of a text as well could cost the square of its length.
 */
export function findEmbeddedJsonEnd(source: SourceText, open: number, quote: number): number {
  const { text } = source;
  const head = text.slice(open + 1, Math.min(quote, open + 40));
  if (source.embeddedJsonFailed || !/^\s*[{[][{[\s]*$/.test(head)) return -1;
  let depth = 0;
  let inString = false;
  let index = open + 1;
  for (; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (char === '"') inString = !inString;
    else if (!inString && isOpener(char)) depth += 1;
    else if (!inString && (char === '}' || char === ']')) {
      depth -= 1;
      if (depth === 0) {
        if (text.charAt(index + 1) === text.charAt(open)) return index + 1;
        break;
      }
    }
  }
  spend(source, index - open);
  source.embeddedJsonFailed = true;
  return -1;
}
