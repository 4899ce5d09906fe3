import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pageGroups, repository } from '../docs/site/.vitepress/pages.ts';
import { codesWithoutEntry } from './document-codes.ts';
import { pairDifferences } from './document-pair.ts';
import { root } from './workspace.ts';

// Checks the built site (`pnpm docs:build`): internal links and anchors exist, every question of `questions.json` is
// answered within two clicks from the front page, both languages have the same pages, samples and figures, and every
// code of the packages is explained.
interface Question {
  readonly en: string;
  readonly ja: string;
  readonly page: string;
  readonly anchor: string;
}

const site = join(root, 'docs/site');
const dist = join(site, '.vitepress/dist');
/** The folder of the site on its host; see the configuration of the site. */
const base = process.env['KANMON_SITE_BASE'] ?? '/';
const fewestQuestions = 10;
const mostClicks = 2;
/** TypeDoc checks the links of its pages itself. */
const checkedElsewhere = /^\/reference\/api(?:\/|$)/;

const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/([^#]+)`);

const failures: string[] = [];
const built = new Map(
  globSync('**/*.html', { cwd: dist, exclude: ['reference/api/**'] }).map((file) => [
    addressOf(file),
    readPage(join(dist, file)),
  ]),
);
const questions = JSON.parse(readFileSync(join(site, 'questions.json'), 'utf8')) as Question[];

for (const [address, { links, files }] of built) {
  for (const link of links) if (!leadsSomewhere(link)) fail(address, `the link ${link} is dead`);
  for (const file of files) if (!existsSync(join(root, file))) fail(address, `there is no ${file}`);
}
if (questions.length < fewestQuestions) fail('questions.json', 'there are too few questions');
for (const language of ['', '/ja']) {
  const clicks = clicksFrom(`${language}/`);
  for (const { en, page, anchor } of questions) {
    const address = `${language}${page}`;
    if (!leadsSomewhere(`${address}#${anchor}`)) fail(address, `no heading #${anchor} for: ${en}`);
    if ((clicks.get(address) ?? Infinity) > mostClicks)
      fail(address, `more than two clicks: ${en}`);
  }
}
const listed = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path));
for (const path of ['/index', ...listed]) {
  const english = readSource(`.${path}.md`);
  const japanese = readSource(`./ja${path}.md`);
  if (english === null || japanese === null) fail(path, 'one of its languages is missing');
  else for (const sentence of differences(english, japanese)) fail(path, sentence);
}
const folders = '{guide,concepts,how-to,reference}/*.md';
for (const file of globSync([folders, `ja/${folders}`], { cwd: site })) {
  const path = `/${file.replace(/^ja\//, '').replace(/\.md$/, '')}`;
  if (!listed.includes(path)) fail(file, 'the page is not listed in .vitepress/pages.ts');
}

failures.push(...codesWithoutEntry());

for (const sentence of failures) console.log(`FAIL ${sentence}`);
console.log(`ok   ${built.size} pages, ${questions.length} questions in two languages`);
if (failures.length > 0) process.exitCode = 1;

function fail(where: string, sentence: string): void {
  failures.push(`${where}: ${sentence}`);
}

interface BuiltPage {
  /** Internal links, absolute. */
  readonly links: ReadonlySet<string>;
  /** Files of the repository that the page links to. */
  readonly files: readonly string[];
  readonly ids: ReadonlySet<string>;
}

function readPage(file: string): BuiltPage {
  const html = readFileSync(file, 'utf8');
  const address = addressOf(file.slice(dist.length + 1));
  const targets = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  );
  return {
    links: new Set(
      targets
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => (target.startsWith(base) ? `/${target.slice(base.length)}` : target))
        .map((target) => (target.startsWith('#') ? `${address}${target}` : target))
        .map((target) => posix.resolve(posix.dirname(address), target)),
    ),
    files: targets.flatMap((target) => inRepository.exec(target)?.slice(1) ?? []),
    ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
  };
}

/** `guide/what.html` is served as `/guide/what`. */
function addressOf(file: string): string {
  return `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`;
}

function leadsSomewhere(link: string): boolean {
  const [path = '', anchor] = link.split('#');
  if (checkedElsewhere.test(path)) return existsSync(join(dist, path));
  const page = built.get(path.replace(/\.html$/, ''));
  if (page === undefined) return existsSync(join(dist, path)) && path !== '';
  return anchor === undefined || page.ids.has(decodeURIComponent(anchor));
}

/** The least number of clicks to each page. */
function clicksFrom(start: string): ReadonlyMap<string, number> {
  const clicks = new Map([[start, 0]]);
  for (const [address, count] of clicks) {
    for (const link of built.get(address)?.links ?? []) {
      const [path = ''] = link.split('#');
      if (!clicks.has(path)) clicks.set(path, count + 1);
    }
  }
  return clicks;
}

function readSource(file: string): string | null {
  const path = join(site, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** A sample with text for readers is a recipe in each language: `-en` or `-ja` is part of one of the names. */
function differences(english: string, japanese: string): readonly string[] {
  const [left, right] = [english, japanese].map((text) =>
    [...text.matchAll(/^<<< (\S+)|^<!-- (kanmon: .*) -->$/gm)]
      .map(([, snippet, part]) => (snippet ?? part ?? '').replace(/-(?:en|ja)\.ts/, '.ts'))
      .join(', '),
  );
  return [
    ...pairDifferences(english, japanese, 'all'),
    ...(left === right ? [] : [`samples differ: ${left}; ${right}`]),
  ];
}
