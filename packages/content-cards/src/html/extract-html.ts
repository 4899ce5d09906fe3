import { checkArgument, checkOneOf, checkOptions } from '@kanmon/core/kit';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { closeCells } from './close-cells.ts';
import { type DomNode, walk } from './dom.ts';
import { preparePage } from './prepare-page.ts';
import { type HtmlBlock, type HtmlLink, type PageContent, readBlocks } from './read-blocks.ts';
import { refuseCostlyPage } from './refuse-costly-page.ts';
import { countCodePoints } from '../text/measure.ts';

/** The content of a page, without navigation and other surroundings. */
export interface HtmlContent {
  readonly title: string;
  /** The blocks, one a line. */
  readonly text: string;
  readonly blocks: readonly HtmlBlock[];
  readonly links: readonly HtmlLink[];
  readonly images: readonly HtmlLink[];
  /** The `lang` of the page. */
  readonly language: string | null;
  readonly warnings: readonly 'main_text_not_found'[];
}

/** Options of `extractHtml`. */
export interface ExtractHtmlOptions {
  /** The address of the page: its links are relative to it. */
  readonly url?: string;
  /** The article alone, or all text of the page but its menus, header, footer and asides. @default 'main' */
  readonly mode?: 'main' | 'body';
}

/**
 * The text of a page. `main` takes the article alone and falls back to the whole body, with a
 * warning, when it finds no article. Nothing is run or loaded. Throws `ImportError` with the
 * code `too_large` for a page of more than 200,000 tags, attributes and entities, or more than 30,000
 * nested elements.
 */
export function extractHtml(html: string, options: ExtractHtmlOptions = {}): HtmlContent {
  checkOptions(options, 'url mode', 'extractHtml(html, options)');
  checkOneOf('mode', options.mode, 'main body');
  checkArgument('html of extractHtml', 'a text', html);
  if (options.url !== undefined) checkArgument('url of extractHtml', 'a text', options.url);
  const { content, ...page } = readPage(html, options);
  const linksOf = (kind: 'link' | 'image'): readonly HtmlLink[] =>
    content.links.flatMap(({ label, url, ...each }) =>
      each.kind === kind && url !== null ? { label, url } : [],
    );
  const { blocks } = content;
  return {
    ...page,
    text: textOf(content),
    blocks,
    links: linksOf('link'),
    images: linksOf('image'),
  };
}

/** A page with the places of its links. */
export function readPage(
  given: string,
  { url, mode = 'main' }: ExtractHtmlOptions,
): Pick<HtmlContent, 'title' | 'language' | 'warnings'> & { readonly content: PageContent } {
  const tokens = refuseCostlyPage(given);
  const html = closeCells(given);
  const page = parsePage(html);
  const title = titleOf(page);
  const base = baseOf(page, url);
  const language = page.documentElement?.getAttribute?.('lang') ?? null;
  const article = mode === 'main' && tokens <= maxArticleTokens ? findArticle(html, page) : null;
  if (article !== null) {
    const root = parsePage(article.content).documentElement;
    const content = root === null ? null : readBlocks(root, { base, skipsChrome: false });
    if (content !== null && countCodePoints(textOf(content)) >= minMainText)
      return { title: article.title.trim() || title, language, content, warnings: [] };
  }
  const bare = readPrepared(page, base);
  // A page may be hidden until a script has run, or be one header: then that is all there is.
  const whole = bare.blocks.length > 0 ? null : parsePage(html).documentElement;
  const content = whole === null ? bare : readBlocks(whole, { base, skipsChrome: false });
  return { title, language, content, warnings: mode === 'main' ? ['main_text_not_found'] : [] };
}

/**
 * Readability gets a separate page, so a page that has an article is parsed twice. Past this many
 * tags, attributes and entities the second parse would take seconds.
 */
const maxArticleTokens = 100_000;
/** Below this, what Readability found is a teaser or a notice, not the article. */
const minMainText = 200;

function readPrepared(
  { documentElement: root }: DomDocument,
  base: string | undefined,
): PageContent {
  if (root === null) return { blocks: [], links: [] };
  preparePage(root, new Set(['aside', 'footer', 'header']));
  return readBlocks(root, { base, skipsChrome: true });
}

function textOf({ blocks }: PageContent): string {
  return blocks.map(({ text }) => text).join('\n');
}

/** A parsed page. */
interface DomDocument {
  readonly title: string;
  readonly documentElement: DomNode | null;
  querySelector(selectors: string): (DomNode & { readonly textContent: string | null }) | null;
}

/** Parses a page. Nothing in it is run or loaded. A fragment gets the page around it. */
function parsePage(html: string): DomDocument {
  const whole = /<html[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><body>${html}</body></html>`;
  // linkedom declares the DOM of browsers; this is the part that is read.
  const parse = parseHTML as (html: string) => { readonly document: DomDocument };
  return parse(whole).document;
}

/** The title of a page, also of one that leaves out the tags around it. */
export function titleOf(page: DomDocument): string {
  const title = page.title || (page.querySelector('html > title, body > title')?.textContent ?? '');
  return title.replaceAll(/\s+/g, ' ').trim();
}

/** The address that the links of a page are relative to. */
function baseOf(page: DomDocument, url: string | undefined): string | undefined {
  const own = page.querySelector('base[href]')?.getAttribute?.('href') ?? '';
  return URL.canParse(own, url) ? new URL(own, url).href : url;
}

/**
 * Readability looks at each element many times, and at the ones around it: 1,000 nested elements take
 * it 13 s, 250 take 0.2 s, 50,000 side by side 4 s. A page of more is read without it.
 */
const maxElements = 50_000;
const maxDepth = 250;

function isWithinReach(root: DomNode): boolean {
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  walk(root, {
    enter() {
      elements += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
      return true;
    },
    leave() {
      depth -= 1;
    },
  });
  return elements <= maxElements && deepest <= maxDepth;
}

/**
 * Returns what Readability takes for the article, as HTML; null when it finds none or gives up.
 * Readability changes what it reads, so it gets a separate page.
 */
function findArticle(
  html: string,
  page: DomDocument,
): { readonly title: string; readonly content: string } | null {
  const root = page.documentElement;
  if (root === null || !isWithinReach(root)) return null;
  const copy = parsePage(html);
  if (copy.documentElement !== null)
    preparePage(copy.documentElement, new Set(['aside', 'footer']));
  try {
    const reader: {
      parse(): { title?: string | null | undefined; content?: string | null | undefined } | null;
    } = Reflect.construct(Readability, [copy]);
    const article = reader.parse();
    return article === null ? null : { title: article.title ?? '', content: article.content ?? '' };
  } catch {
    return null;
  }
}
