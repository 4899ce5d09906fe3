import { sha256Hex } from '../../hashing/sha256.ts';

/**
 * Text of a model between two marker lines that it cannot contain: the marker holds a hash of the
 * text, so a text that closes its own block would have to hold its own hash.
 */
export function dataBlock(lines: readonly string[]): string {
  const data = lines.join('\n');
  const marker = `data-${sha256Hex(data).slice(0, 16)}`;
  return `<${marker}>\n${data}\n</${marker}>`;
}
