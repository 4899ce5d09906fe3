import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { scanIdentifiers } from './scan-identifiers.ts';
import { scanEndpoints, scanPaths } from './scan-paths.ts';
import { scanCode, scanQuoted } from './scan-quoted.ts';
import { claim, type ScanText, type TypedSpan } from './typed-span.ts';
import { scanVersions } from './version.ts';

/** Every literal of a text of normal width, in order of appearance; the first scanner to claim a unit keeps it. */
export function scanTypedSpans(plain: string): {
  readonly spans: readonly TypedSpan[];
  readonly scan: ScanText;
} {
  const scan: ScanText = { plain, lower: lowerAscii(plain), claimed: new Uint8Array(plain.length) };
  const found: TypedSpan[] = [];
  scanQuoted(scan, found);
  scanCode(scan, found);
  scanEndpoints(scan, found);
  scanPaths(scan, found);
  // Before identifiers, which would take the name of "Node.js 22"; it leaves X-7731 and theme-v4 to them.
  scanVersions(scan, found);
  scanIdentifiers(scan, found);
  for (const { start, end, quantity, bare } of scanQuantities(maskClaimed(scan))) {
    claim(scan, found, {
      kind: 'quantity',
      start,
      end,
      outerStart: start,
      outerEnd: end,
      quantity,
      bare,
    });
  }
  return { spans: found.toSorted((a, b) => a.start - b.start), scan };
}

/** What is claimed becomes a unit no quantity can use, so that "`v2` 3件" is read as 3件. */
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
