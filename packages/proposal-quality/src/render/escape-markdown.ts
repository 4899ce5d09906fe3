import { plainLine } from './plain-line.ts';

/** ASCII punctuation that can start or end something in CommonMark and GFM. */
const markup = /[\\`*_{}[\]<>()#+\-.!|~&]/g;

/**
 * What linkifiers find in finished text, where a backslash no longer stands: `//` of an address,
 * `www.`, and the @ of a mail address. A zero-width space breaks them.
 */
const linkStart = /\/(?=\/)|(?<![\p{L}\p{N}])www(?=\.)|(?<=\S)(?=@)/giu;

/** A value that CommonMark with GFM shows literally, as part of one paragraph. */
export function escapeMarkdown(text: string): string {
  return plainLine(text)
    .replaceAll(linkStart, (start) => `${start}\u200b`)
    .replaceAll(markup, String.raw`\$&`);
}
