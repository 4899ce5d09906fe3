import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** The part of a DOM that is read here. */
export interface DomNode {
  readonly nodeType: number;
  readonly localName?: string | null;
  readonly nodeValue?: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  getAttribute?(name: string): string | null;
}

/** A parsed page. */
export interface DomDocument {
  readonly title: string;
  readonly documentElement: DomNode | null;
}

const parse: (html: string) => { readonly document: DomDocument } = parseHTML;

/** Parses a page. Nothing in it is run or loaded. A fragment gets the page around it. */
export function parsePage(html: string): DomDocument {
  const whole = /<html[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><body>${html}</body></html>`;
  return parse(whole).document;
}

/** What Readability takes for the article, as HTML; null when it finds none or gives up. */
export function findArticle(
  html: string,
): { readonly title: string; readonly content: string } | null {
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
