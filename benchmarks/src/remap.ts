import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAnchor, createRemapper } from '@kanmon/issue-tracker';
import { syntheticRevisions } from '@kanmon/issue-tracker/testing';
import { recurrenceScore } from './remap/edits.ts';
import { historyCases, historySources, type RemapCase } from './remap/histories.ts';
import { kanmon, quoteAnchoring, seedOrder } from './remap/methods.ts';
import { type Score, scoreCases } from './remap/score.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Re-mapping: right and silently wrong answers on public edit histories and on made-up revisions with
 * exact truth, calibration, recurrence, and time against quote anchoring.
 *
 *     KANMON_BENCH_DATA=... node benchmarks/src/remap.ts
 *
 * `KANMON_BENCH_DATA/remap/<name>` is a clone of each repository of `remap/histories.ts`; a missing one
 * is skipped with a line.
 */
const seed = 1;
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const results: Record<string, unknown> = {
  seed,
};

const bins = Array.from({ length: 10 }, () => ({ n: 0, right: 0, claimed: 0 }));
function calibrate(score: { verdict: string; confidence: number }): void {
  const bin = bins[Math.min(9, Math.floor(score.confidence * 10))];
  if (bin === undefined) return;
  bin.n += 1;
  bin.claimed += score.confidence;
  if (score.verdict === 'correct') bin.right += 1;
}

function scoreAll(label: string, cases: readonly RemapCase[]): Record<string, Score> {
  const ours = scoreCases(cases, kanmon, (_case, _index, verdict, answer) => {
    if (answer.status === 'mapped') calibrate({ verdict, confidence: answer.confidence });
  });
  const scores = {
    kanmon: ours,
    quote: scoreCases(cases, quoteAnchoring),
    seed: scoreCases(cases, seedOrder),
  };
  for (const [name, { total, correct, silentlyWrong }] of Object.entries(scores)) {
    console.log(
      `${label.padEnd(22)} ${name.padEnd(7)} n=${total} correct ${percent(correct)} silently wrong ${percent(silentlyWrong)}`,
    );
  }
  return scores;
}

const data = process.env['KANMON_BENCH_DATA'];
const histories: RemapCase[] = [];
for (const source of historySources) {
  const folder = data === undefined ? undefined : join(data, 'remap');
  if (folder === undefined || !existsSync(join(folder, source.name))) {
    console.log(
      `SKIPPED ${source.name}: clone ${source.url} to KANMON_BENCH_DATA/remap/${source.name}`,
    );
    continue;
  }
  const cases = historyCases(folder, source, seed);
  histories.push(...cases);
  results[source.name] = scoreAll(source.name, cases);
}
if (histories.length > 0) {
  results['histories'] = scoreAll('all histories', histories);
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.claimed - bin.right), 0) / n;
  results['calibrationError'] = error;
  console.log(`calibration error over 10 bins: ${error.toFixed(4)} (n=${n})`);
}

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
  results[`synthetic-${language}`] = scoreAll(`synthetic ${language}`, cases);
  const deletions = { near: [0, 0], same: [0, 0] };
  for (const { oldText, newText, places } of syntheticRevisions({
    seed: 21,
    count: 1_500,
    language,
  })) {
    const gone = places.filter(
      ({ truth }) => truth.kind === 'deleted' && (truth.nearCopy || truth.samePhrase),
    );
    if (gone.length === 0) continue;
    const remapper = createRemapper(oldText, newText);
    for (const place of gone) {
      if (place.truth.kind !== 'deleted') continue;
      const row = place.truth.samePhrase ? deletions.same : deletions.near;
      row[0] = (row[0] ?? 0) + 1;
      if (remapper.remap(createAnchor(oldText, place)).status === 'lost')
        row[1] = (row[1] ?? 0) + 1;
    }
  }
  for (const [kind, [n = 0, lost = 0]] of Object.entries(deletions)) {
    results[`deleted-${kind}-${language}`] = { n, lost: lost / n };
    console.log(`deleted, ${kind} copy stays (${language}): lost ${percent(lost / n)} of ${n}`);
  }
  const recurrence = recurrenceScore(language, 300);
  results[`recurrence-${language}`] = recurrence;
  console.log(
    `recurrence ${language}: n=${recurrence.total} agreement ${percent(recurrence.agreement)} false ${percent(recurrence.falseRecurrence)}`,
  );
}

const rounds = 5;
for (const lines of [2_300, 23_000]) {
  const [revision] = syntheticRevisions({ seed: 3, count: 1, lines, editedShare: 0.2 });
  if (revision === undefined) continue;
  const { oldText, newText } = revision;
  const ranges = Array.from({ length: 1_000 }, (_, index) => {
    const start = Math.floor((index * (oldText.length - 60)) / 1_000);
    return { start, end: start + 10 + (index % 30), truth: { kind: 'unclear' } as const };
  }).filter(({ start, end }) => isWhole(oldText, start) && isWhole(oldText, end));
  const remapCase: RemapCase = { source: '', path: '', distance: 1, oldText, newText, ranges };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = time(() => kanmon(remapCase));
    const theirs = time(() => quoteAnchoring(remapCase));
    ratios.push(ours / theirs);
  }
  ratios.sort((left, right) => left - right);
  results[`time-${lines}`] = { characters: oldText.length, anchors: ranges.length, ratios };
  console.log(
    `time of ${ranges.length} anchors on ${oldText.length} characters / quote anchoring: median ${ratios[2]?.toFixed(3)} (${ratios[0]?.toFixed(3)} to ${ratios.at(-1)?.toFixed(3)})`,
  );
}

writeResult('remap', ['diff-match-patch', 'approx-string-match'], results);

/** False inside a surrogate pair. */
function isWhole(text: string, offset: number): boolean {
  return !/^[\uDC00-\uDFFF]/.test(text.charAt(offset));
}

function time(run: () => unknown): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}
