import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { scanIdentifiers } from './scan-identifiers.ts';
import { scanEndpoints, scanPaths } from './scan-paths.ts';
import { scanCode, scanQuoted } from './scan-quoted.ts';
import { isFree, plainSpan, type Scanner, type ScanText, type TypedSpan } from './typed-span.ts';
import { scanVersions } from './version.ts';

/** The first scanner that takes a unit keeps it. */
const scanners: readonly Scanner[] = [
  scanQuoted,
  scanCode,
  scanEndpoints,
  scanPaths,
  // Before identifiers, which would take the name of "Node.js 22". X-7731 and theme-v4 are left to them.
  scanVersions,
  scanIdentifiers,
  scanFreeQuantities,
];

/** Returns every literal of a text of normal width, in order of appearance, and the text with their marks. */
export function scanTypedSpans(plain: string): {
  readonly spans: readonly TypedSpan[];
  readonly scan: ScanText;
} {
  const scan: ScanText = { plain, lower: lowerAscii(plain), claimed: new Uint8Array(plain.length) };
  const spans: TypedSpan[] = [];
  for (const scanner of scanners) {
    for (const span of scanner(scan)) {
      if (!isFree(scan, span.outerStart, span.outerEnd)) continue;
      scan.claimed.fill(1, span.outerStart, span.outerEnd);
      spans.push(span);
    }
  }
  return { spans: spans.toSorted((a, b) => a.start - b.start), scan };
}

function scanFreeQuantities(scan: ScanText): Iterable<TypedSpan> {
  const found = scanQuantities(maskClaimed(scan));
  for (const { start, end, isNoTwo } of found)
    if (isNoTwo === true) scan.claimed.fill(1, start, end);
  return found
    .filter(({ vague }) => !vague)
    .map(({ start, end, wideStart = start, quantity, bare }) => ({
      ...plainSpan('quantity', start, end),
      wideStart,
      quantity,
      bare,
    }));
}

/** Replaces taken units by one that no quantity can use, so that "`v2` 3件" is read as 3件. */
function maskClaimed(scan: ScanText): string {
  let masked = '';
  let from = 0;
  for (let at = 0; at < scan.lower.length; at += 1) {
    if (scan.claimed[at] !== 1) continue;
    let end = at;
    while (scan.claimed[end] === 1) end += 1;
    masked += scan.lower.slice(from, at) + '\u0000'.repeat(end - at);
    from = end;
    at = end;
  }
  return masked + scan.lower.slice(from);
}
