import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type DomNode, walk } from './dom.ts';

/** A parsed page. */
export interface DomDocument {
  readonly title: string;
  readonly documentElement: DomNode | null;
  querySelector(selectors: string): (DomNode & { readonly textContent: string | null }) | null;
}

const parse: (html: string) => { readonly document: DomDocument } = parseHTML;

/** Parses a page. Nothing in it is run or loaded. A fragment gets the page around it. */
export function parsePage(html: string): DomDocument {
  const whole = /<html[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><body>${html}</body></html>`;
  return parse(whole).document;
}

/** The title of a page, also of one that leaves out the tags around it. */
export function titleOf(page: DomDocument): string {
  const title = page.title || (page.querySelector('html > title, body > title')?.textContent ?? '');
  return title.replaceAll(/\s+/g, ' ').trim();
}

/** The address that the links of a page are relative to. */
export function baseOf(page: DomDocument, url: string | undefined): string | undefined {
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
 * Readability changes what it reads, so it gets a page of its own.
 */
export function findArticle(
  html: string,
  page: DomDocument,
): { readonly title: string; readonly content: string } | null {
  const root = page.documentElement;
  if (root === null || !isWithinReach(root)) return null;
  try {
    const reader: {
      parse(): { title?: string | null | undefined; content?: string | null | undefined } | null;
    } = Reflect.construct(Readability, [parsePage(html)]);
    const article = reader.parse();
    return article === null ? null : { title: article.title ?? '', content: article.content ?? '' };
  } catch {
    return null;
  }
}
