import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { countCodePoints } from '../text/measure.ts';
import { refuseCostlyPage } from './refuse-costly-page.ts';
import type { HtmlBlock, HtmlLink, PageContent } from './page-content.ts';
import { baseOf, findArticle, parsePage, titleOf } from './parse-page.ts';
import { readBlocks } from './read-blocks.ts';

/** What a page says, without what is around it. */
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

/** How a page is read. */
export interface ExtractHtmlOptions {
  /** Where the page is from: its links are relative to it. */
  readonly url?: string;
  /** The article alone, or all text of the page. @default 'main' */
  readonly mode?: 'main' | 'body';
}

const htmlNames: OptionNames<ExtractHtmlOptions> = {
  url: true,
  mode: true,
};

/**
 * The text of a page. `main` takes the article alone and falls back to the whole body, with a
 * warning, when there is none to speak of. Nothing is run or loaded. Throws `ImportError` with the
 * code `too_large` for a page of more than 200,000 tags, attributes and entities, or more than 30,000
 * nested elements.
 */
export function extractHtml(html: string, options: ExtractHtmlOptions = {}): HtmlContent {
  checkOptions(options, htmlNames, 'extractHtml(html, options)');
  const { content, ...page } = readPage(html, options);
  const linksOf = (kind: 'link' | 'image'): readonly HtmlLink[] =>
    content.links.filter((each) => each.kind === kind).map(({ link }) => link);
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
  html: string,
  { url, mode = 'main' }: ExtractHtmlOptions,
): Pick<HtmlContent, 'title' | 'language' | 'warnings'> & { readonly content: PageContent } {
  const tokens = refuseCostlyPage(html);
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
  const root = page.documentElement;
  const bare = root === null ? nothing : readBlocks(root, { base, skipsChrome: true });
  // Some servers wrap the whole page into one form: then what is around the text is all there is.
  const content =
    root === null || bare.blocks.length > 0 ? bare : readBlocks(root, { base, skipsChrome: false });
  return { title, language, content, warnings: mode === 'main' ? ['main_text_not_found'] : [] };
}

/**
 * Readability reads a page of its own, so a page that has an article is parsed twice. Past this many
 * tags, attributes and entities the second parse would take seconds.
 */
const maxArticleTokens = 100_000;
/** Below this, what Readability found is a teaser or a notice, not the article. */
const minMainText = 200;
const nothing: PageContent = { blocks: [], links: [] };

function textOf({ blocks }: PageContent): string {
  return blocks.map(({ text }) => text).join('\n');
}
