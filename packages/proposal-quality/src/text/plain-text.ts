import { isWellFormed } from '@kanmon/core/kit';
import { englishIndex } from '../phrases/english-anchors.ts';
import { japaneseIndex } from '../phrases/japanese-anchors.ts';
import { allAnchors, type Anchors } from '../phrases/phrase-rule.ts';

/** The result of a glance at a text: harmless, white space only, suspicious, or not valid UTF-16. */
export type Glance = 'clean' | 'blank' | 'look' | 'broken';

/** Can be seen. */
const harmless = 1;
/** White space: cannot be seen. */
const space = 2;
/** A Latin letter, of an English text perhaps. */
const letter = 4;
/** Japanese, perhaps. */
const wide = 8;
/** Everything else: invisible characters, what NFKC changes, surrogates. */
const unusual = 16;

/** Ranges of code units (hexadecimal) that NFKC leaves alone, or whose change makes no letter. */
const harmlessRanges =
  '21-7e 2010-2010 2013-2016 2018-201f 2025-2026 2190-21ff 3001-3098 30a0-30fe 3400-4dbf 4e00-9fff ff01-ff20 ff3b-ff40 ff5b-ff60';

/** One byte a code unit: several times faster here than any regular expression. */
const table: Uint8Array = makeTable();
/**
 * Finds the harmless texts: visible, and without a match of a banned phrase. `broken` has a lone
 * surrogate, which JSON does not allow. Any doubtful text is `look`.
 */
export function glanceAt(text: string, { ja, en }: Anchors = allAnchors): Glance {
  // Local names are a quarter faster in this loop.
  const kinds = table;
  const { length } = text;
  let seen = 0;
  for (let index = 0; index < length; index += 1) {
    seen |= kinds[text.charCodeAt(index)] ?? unusual;
  }
  if ((seen & unusual) !== 0) return isWellFormed(text) ? 'look' : 'broken';
  if ((seen & wide) !== 0 && japaneseIndex.matchingIn(text, ja).length > 0) return 'look';
  if ((seen & letter) !== 0 && englishIndex.matchingIn(text, en).length > 0) return 'look';
  return (seen & harmless) === 0 ? 'blank' : 'clean';
}

function makeTable(): Uint8Array {
  const kinds = new Uint8Array(0x1_0000).fill(unusual);
  for (const range of harmlessRanges.split(' ')) {
    const [first = 0, last = 0] = range.split('-').map((code) => Number.parseInt(code, 16));
    kinds.fill(first > 0x3000 ? harmless | wide : harmless, first, last + 1);
  }
  for (const code of [0x09, 0x0a, 0x0d, 0x20, 0x3000]) kinds[code] = space;
  for (const letters of ['az', 'AZ']) {
    kinds.fill(harmless | letter, letters.charCodeAt(0), letters.charCodeAt(1) + 1);
  }
  return kinds;
}
