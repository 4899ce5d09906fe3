import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSetName, dataSets } from '../support/data-sets.ts';
import { type GitHistory, openHistory } from './git.ts';
import { pick, seededRandom } from '../support/random.ts';
import { carry, lineStarts, type Step, type Truth } from './truth.ts';

/** A public repository of prose: data set `remap/<name>`. */
export interface HistorySource {
  readonly name: HistoryName;
  readonly folder: string;
  readonly language: 'ja' | 'en';
}

type HistoryName = DataSetName extends infer Name
  ? Name extends `remap/${infer Rest}`
    ? Rest
    : never
  : never;

export const historySources: readonly HistorySource[] = [
  { name: 'vue-docs-ja', folder: 'src/guide', language: 'ja' },
  { name: 'js-primer', folder: 'source/basic', language: 'ja' },
  { name: 'react-docs-ja', folder: 'src/content/learn', language: 'ja' },
  { name: 'typescript-book-ja', folder: 'docs', language: 'ja' },
  { name: 'rust-book', folder: 'src', language: 'en' },
  { name: 'vue-docs', folder: 'src/guide', language: 'en' },
];

export interface RemapCase {
  readonly source: string;
  readonly path: string;
  readonly distance: number;
  readonly oldText: string;
  readonly newText: string;
  readonly ranges: readonly {
    readonly start: number;
    readonly end: number;
    readonly truth: Truth;
  }[];
}

const filesPerRepository = 12;
const versionsPerFile = 60;
const distances = [1, 4, 16];
const drawsPerDistance = 3;
const rangesPerPair = 30;
const fileSizes = [6_000, 90_000] as const;

/** The cases of one clone; made once with git, which takes a minute, and kept beside the clone. */
export function historyCases(clone: string, source: HistorySource, seed: number): RemapCase[] {
  const { revision } = dataSets[`remap/${source.name}`];
  const cache = join(clone, `../cases-${source.name}-${revision.slice(0, 12)}-${seed}.json`);
  if (existsSync(cache)) return JSON.parse(readFileSync(cache, 'utf8')) as RemapCase[];
  const history = openHistory(clone, revision);
  const random = seededRandom(seed);
  const counts = history.commitCounts(source.folder);
  const paths = history
    .files(source.folder, ['.md', '.mdx'], fileSizes)
    .toSorted(
      (left, right) =>
        (counts.get(right) ?? 0) - (counts.get(left) ?? 0) || (left < right ? -1 : 1),
    )
    .slice(0, filesPerRepository);
  const cases = paths.flatMap((path) => fileCases(history, source, path, random));
  writeFileSync(cache, JSON.stringify(cases));
  return cases;
}

function fileCases(
  history: GitHistory,
  source: HistorySource,
  path: string,
  random: () => number,
): RemapCase[] {
  const versions = history.commits(path, versionsPerFile).flatMap((commit) => {
    const text = history.show(commit, path);
    return text === null ? [] : [{ commit, text }];
  });
  const steps = new Map<number, Step>();
  const stepAt = (index: number): Step => {
    const known = steps.get(index);
    if (known !== undefined) return known;
    const [from, to] = [versions[index], versions[index + 1]];
    if (from === undefined || to === undefined) throw new Error(`no step ${index} in ${path}`);
    const step = {
      oldText: from.text,
      newText: to.text,
      hunks: history.hunks(from.commit, to.commit, path),
    };
    steps.set(index, step);
    return step;
  };
  const cases: RemapCase[] = [];
  for (const distance of distances) {
    for (let draw = 0; draw < drawsPerDistance; draw += 1) {
      const first = Math.floor(random() * (versions.length - distance));
      const [from, to] = [versions[first], versions[first + distance]];
      if (from === undefined || to === undefined || first < 0) continue;
      const between = Array.from({ length: distance }, (_, index) => stepAt(first + index));
      const changed = new Set(
        history
          .hunks(from.commit, to.commit, path)
          .flatMap(({ oldLine, oldCount }) =>
            Array.from({ length: oldCount }, (_, index) => oldLine + index),
          ),
      );
      const ranges = drawRanges(from.text, changed, source.language, random).map(
        ({ start, end }) => ({
          start,
          end,
          truth: carry(start, end, between, to.text),
        }),
      );
      cases.push({
        source: source.name,
        path,
        distance,
        oldText: from.text,
        newText: to.text,
        ranges,
      });
    }
  }
  return cases;
}

function drawRanges(
  text: string,
  changed: ReadonlySet<number>,
  language: 'ja' | 'en',
  random: () => number,
): { start: number; end: number }[] {
  const lines = proseLines(text);
  const changedLines = lines.filter(({ line }) => changed.has(line));
  const ranges: { start: number; end: number }[] = [];
  for (let index = 0; index < rangesPerPair; index += 1) {
    const line = pick(index % 2 === 0 && changedLines.length > 0 ? changedLines : lines, random);
    if (line === undefined) continue;
    const sentences = sentencesOf(text, line.start, line.end);
    const sentence = pick(sentences, random);
    if (sentence === undefined) continue;
    const range = index % 4 < 2 ? sentence : phraseOf(text, sentence, language, random);
    if (range !== null && range.end - range.start >= 3) ranges.push(range);
  }
  return ranges;
}

function proseLines(text: string): { line: number; start: number; end: number }[] {
  const starts = lineStarts(text);
  const lines: { line: number; start: number; end: number }[] = [];
  let fenced = false;
  for (const [line, start] of starts.entries()) {
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const content = text.slice(start, end).trim();
    if (content.startsWith('```')) fenced = !fenced;
    else if (
      !fenced &&
      content.length >= 8 &&
      /^(?:[-*+] |\d+\. )?[\p{L}\p{N}「『（"'(*_`]/u.test(content) &&
      !/^(?:import|export|title:|[a-z_]+:)/u.test(content) &&
      !content.includes(' | ')
    ) {
      lines.push({ line, start, end });
    }
  }
  return lines;
}

function sentencesOf(text: string, start: number, end: number): { start: number; end: number }[] {
  const sentences: { start: number; end: number }[] = [];
  let from = start;
  for (let index = start; index < end; index += 1) {
    const character = text.charAt(index);
    const ends =
      '。！？'.includes(character) ||
      ('.!?'.includes(character) && text.charAt(index + 1) === ' ') ||
      index === end - 1;
    if (!ends) continue;
    const content = text.slice(from, index + 1).trim();
    const at = text.indexOf(content, from);
    if (content.length >= 8 && content.length <= 200)
      sentences.push({ start: at, end: at + content.length });
    from = index + 1;
  }
  return sentences;
}

function phraseOf(
  text: string,
  sentence: { start: number; end: number },
  language: 'ja' | 'en',
  random: () => number,
): { start: number; end: number } | null {
  const length = sentence.end - sentence.start;
  if (language === 'ja') {
    const size = Math.min(length, 4 + Math.floor(random() * 13));
    const start = sentence.start + Math.floor(random() * (length - size + 1));
    return { start, end: start + size };
  }
  const words = [...text.slice(sentence.start, sentence.end).matchAll(/\S+/gu)];
  const count = Math.min(words.length, 2 + Math.floor(random() * 4));
  const first = Math.floor(random() * (words.length - count + 1));
  const [head, tail] = [words[first], words[first + count - 1]];
  if (head === undefined || tail === undefined) return null;
  return { start: sentence.start + head.index, end: sentence.start + tail.index + tail[0].length };
}
