import { createAnchor, createRemapper } from '@kanmon/issue-tracker';
import { syntheticRevisions } from '@kanmon/issue-tracker/testing';
import { recurrenceScore } from './remap/edits.ts';
import { historyCases, historySources, type RemapCase } from './remap/histories.ts';
import { kanmon, quoteAnchoring, seedOrder } from './remap/methods.ts';
import { type Score, scoreCases } from './remap/score.ts';
import { findDataSet } from './support/find-data-set.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Re-mapping: right and silently wrong answers on public edit histories and on made-up revisions with
 * exact truth, calibration, and recurrence.
 *
 * KANMON_BENCH_DATA=<folder> pnpm bench remap
 */
const seed = 1;

const bins = Array.from({ length: 10 }, () => ({ n: 0, right: 0, claimed: 0 }));
function calibrate(score: { verdict: string; confidence: number }): void {
  const bin = bins[Math.min(9, Math.floor(score.confidence * 10))];
  if (bin === undefined) return;
  bin.n += 1;
  bin.claimed += score.confidence;
  if (score.verdict === 'correct') bin.right += 1;
}

function scoreAll(cases: readonly RemapCase[], isCalibrated: boolean): Record<string, Score> {
  return {
    kanmon: scoreCases(cases, kanmon, (_case, _index, verdict, answer) => {
      if (isCalibrated && answer.status === 'mapped')
        calibrate({ verdict, confidence: answer.confidence });
    }),
    quote: scoreCases(cases, quoteAnchoring),
    seed: scoreCases(cases, seedOrder),
  };
}

const sets: Record<string, Record<string, Score>> = {};
const histories: RemapCase[] = [];
for (const source of historySources) {
  const clone = findDataSet(`remap/${source.name}`);
  if (clone === null) continue;
  const cases = historyCases(clone, source, seed);
  histories.push(...cases);
  sets[source.name] = scoreAll(cases, true);
}
if (histories.length > 0) sets['histories'] = scoreAll(histories, false);
const claims = bins.reduce((sum, bin) => sum + bin.n, 0);
const calibrationError =
  bins.reduce((sum, bin) => sum + Math.abs(bin.claimed - bin.right), 0) / Math.max(1, claims);

const deletions: Record<string, { readonly n: number; readonly lost: number }> = {};
const recurrence: Record<string, ReturnType<typeof recurrenceScore>> = {};
for (const language of ['ja', 'en'] as const) {
  const cases = syntheticRevisions({ seed: 7, count: 400, language }).map(
    ({ oldText, newText, places }): RemapCase => ({
      source: 'synthetic',
      path: language,
      distance: 1,
      oldText,
      newText,
      ranges: places.map(({ start, end, truth }) => ({ start, end, truth })),
    }),
  );
  sets[`synthetic-${language}`] = scoreAll(cases, false);
  Object.assign(deletions, deletionScores(language));
  recurrence[language] = recurrenceScore(language, 300);
}

writeResult('remap', {
  peers: ['diff-match-patch', 'approx-string-match'],
  figures: {
    seed,
    sets,
    calibration: { n: claims, error: rounded(calibrationError) },
    deletions,
    recurrence,
  },
});

/** Deleted places of which a near copy, or the same phrase, stays elsewhere: the share reported as lost. */
function deletionScores(
  language: 'ja' | 'en',
): Readonly<Record<string, { readonly n: number; readonly lost: number }>> {
  const counts = { near: { n: 0, lost: 0 }, same: { n: 0, lost: 0 } };
  for (const { oldText, newText, places } of syntheticRevisions({
    seed: 21,
    count: 1_500,
    language,
  })) {
    const remapper = createRemapper(oldText, newText);
    for (const place of places) {
      const { truth } = place;
      if (truth.kind !== 'deleted' || !(truth.nearCopy || truth.samePhrase)) continue;
      const count = truth.samePhrase ? counts.same : counts.near;
      count.n += 1;
      if (remapper.remap(createAnchor(oldText, place)).status === 'lost') count.lost += 1;
    }
  }
  return Object.fromEntries(
    Object.entries(counts).map(([kind, { n, lost }]) => [
      `${kind}-${language}`,
      { n, lost: rounded(lost / n) },
    ]),
  );
}
