import { countCodePoints } from '../text/measure.ts';
import { type HtmlBlock, type HtmlLink, readBlocks } from './blocks.ts';
import { findArticle, parsePage } from './dom.ts';

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

/** Below this, what Readability found is a teaser or a notice, not the article. */
const minMainText = 200;

/**
 * The text of a page. `main` takes the article alone and falls back to the whole body, with a
 * warning, when there is none to speak of. Nothing is run or loaded.
 */
export function extractHtml(
  html: string,
  options: { readonly url?: string; readonly mode?: 'main' | 'body' } = {},
): HtmlContent {
  const { url, mode = 'main' } = options;
  const page = parsePage(html);
  const title = page.title.trim();
  const language = page.documentElement?.getAttribute?.('lang') ?? null;
  const article = mode === 'main' ? findArticle(html) : null;
  if (article !== null) {
    const root = parsePage(article.content).documentElement;
    const content = root === null ? null : readBlocks(root, url, { skipsChrome: false });
    const text = content?.blocks.map((block) => block.text).join('\n') ?? '';
    if (content !== null && countCodePoints(text) >= minMainText)
      return { ...content, title: article.title.trim() || title, text, language, warnings: [] };
  }
  const { documentElement } = page;
  const body =
    documentElement === null
      ? { blocks: [], links: [], images: [] }
      : readBlocks(documentElement, url, { skipsChrome: true });
  return {
    ...body,
    title,
    text: body.blocks.map((block) => block.text).join('\n'),
    language,
    warnings: mode === 'main' ? ['main_text_not_found'] : [],
  };
}
