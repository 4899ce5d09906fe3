import { syntheticRevisions } from '@kanmon/issue-tracker/testing';
import type { RemapCase } from './remap/histories.ts';
import { kanmon, quoteAnchoring } from './remap/methods.ts';
import { interleave, milliseconds, ratio, spreads } from './support/rounds.ts';
import type { Spread } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Time of a thousand places on a long text and on one ten times as long, against quote anchoring; how it
 * grows; and pairs of texts that are no revisions of one another, which is the worst a diff can meet.
 *
 * pnpm bench remap-speed
 */
const rounds = { rounds: 5, warmUpRounds: 1 };
const placeCount = 1_000;
/** Lines of about 44 characters: 100,000 and 1,000,000 characters. */
const lengths = [2_300, 23_000] as const;

const small = caseOf(revisionOf(3, lengths[0], 'ja'));
const large = caseOf(revisionOf(3, lengths[1], 'ja'));
const otherText = caseOf({
  oldText: small.oldText,
  newText: revisionOf(4, lengths[0], 'ja').oldText,
});
const otherLanguage = caseOf({
  oldText: small.oldText,
  newText: revisionOf(4, lengths[0], 'en').oldText,
});

const samples = await interleave(
  {
    small: () => kanmon(small),
    'small, quote anchoring': () => quoteAnchoring(small),
    large: () => kanmon(large),
    'large, quote anchoring': () => quoteAnchoring(large),
    'other text': () => kanmon(otherText),
    'other language': () => kanmon(otherLanguage),
  },
  milliseconds,
  rounds,
);

const ratios: Record<string, Spread> = {
  [label(small)]: ratio(samples, 'small', 'small, quote anchoring'),
  [label(large)]: ratio(samples, 'large', 'large, quote anchoring'),
  'ten times the characters': ratio(samples, 'large', 'small'),
  'another text of the same words / a fifth edited': ratio(samples, 'other text', 'small'),
  'a text in another language / a fifth edited': ratio(samples, 'other language', 'small'),
};
writeResult('remap-speed', {
  peers: ['diff-match-patch', 'approx-string-match'],
  figures: {
    rounds: rounds.rounds,
    places: small.ranges.length,
    characters: [small.oldText.length, large.oldText.length],
    milliseconds: spreads(samples),
    ratios,
  },
});

function label({ ranges, oldText }: RemapCase): string {
  return `${ranges.length} places on ${oldText.length} characters / quote anchoring`;
}

interface Texts {
  readonly oldText: string;
  readonly newText: string;
}

function revisionOf(seed: number, lines: number, language: 'ja' | 'en'): Texts {
  const [revision] = syntheticRevisions({ seed, count: 1, lines, editedShare: 0.2, language });
  if (revision === undefined) throw new Error('expected one revision');
  return revision;
}

function caseOf({ oldText, newText }: Texts): RemapCase {
  const ranges = Array.from({ length: placeCount }, (_, index) => {
    const start = Math.floor((index * (oldText.length - 60)) / placeCount);
    return { start, end: start + 10 + (index % 30), truth: { kind: 'unclear' } as const };
  }).filter(({ start, end }) => isWhole(oldText, start) && isWhole(oldText, end));
  return { source: '', path: '', distance: 1, oldText, newText, ranges };
}

/** False inside a surrogate pair. */
function isWhole(text: string, offset: number): boolean {
  return !/^[\uDC00-\uDFFF]/.test(text.charAt(offset));
}
