import type { DomNode } from './dom.ts';

/** A piece of a page that stands on its own lines. */
export interface HtmlBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  /** Of headings, 1 to 6. */
  readonly level?: number;
  readonly text: string;
  /** Of rows: the texts of the cells, and whether all of them are headers. */
  readonly cells?: readonly string[];
  readonly isHeader?: boolean;
  /** Of rows: number of the table in the page. */
  readonly table?: number;
}

/** An address that the text points at. */
export interface HtmlLink {
  readonly label: string;
  readonly url: string;
}

/** What a page says. */
export interface PageContent {
  readonly blocks: readonly HtmlBlock[];
  readonly links: readonly HtmlLink[];
  readonly images: readonly HtmlLink[];
}

const skippedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'button',
  'textarea',
]);
const chrome: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const blockElements: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
  'br',
]);

/** The blocks of a page in order. An explicit stack: no page nests too deep for it. */
export function readBlocks(
  root: DomNode,
  base: string | undefined,
  options: { readonly skipsChrome: boolean },
): PageContent {
  const blocks: HtmlBlock[] = [];
  const links: HtmlLink[] = [];
  const images: HtmlLink[] = [];
  let text = '';
  let kind: HtmlBlock['kind'] = 'paragraph';
  let level: number | undefined;
  let tables = 0;
  let row: { cells: string[]; headers: number } | null = null;
  let link: { readonly url: string; readonly from: number } | null = null;

  const flush = (): void => {
    const shown = collapse(text);
    text = '';
    link = link === null ? null : { url: link.url, from: 0 };
    if (shown === '' || row !== null) return;
    blocks.push({
      kind,
      text: shown,
      ...(kind === 'heading' && level !== undefined ? { level } : {}),
    });
  };
  const endCell = (isHeader: boolean): void => {
    if (row === null) return;
    row.cells.push(collapse(text));
    if (isHeader) row.headers += 1;
    text = '';
  };
  const enter = (node: DomNode, name: string): void => {
    if (name === 'br') {
      if (row === null) flush();
      else text += ' ';
    } else if (name === 'img') addImage(node, base, images);
    else if (name === 'a') {
      const url = resolve(node.getAttribute?.('href'), base);
      link = url === null ? null : { url, from: text.length };
    } else if (name === 'td' || name === 'th') text = '';
    else if (blockElements.has(name)) {
      if (row === null) flush();
      else text += ' ';
      if (/^h[1-6]$/.test(name)) {
        kind = 'heading';
        level = Number(name[1]);
      } else if (name === 'li' || name === 'dt' || name === 'dd') kind = 'item';
      else if (name === 'table') tables += 1;
      else if (name === 'tr' && row === null) row = { cells: [], headers: 0 };
    }
  };
  const leave = (name: string): void => {
    if (name === 'a' && link !== null) {
      const label = collapse(text.slice(link.from));
      links.push({ label, url: link.url });
      link = null;
    } else if (name === 'td' || name === 'th') endCell(name === 'th');
    else if (name === 'tr' && row !== null) {
      const { cells, headers } = row;
      row = null;
      text = '';
      const shown = cells.filter((cell) => cell !== '').join(' | ');
      if (shown !== '')
        blocks.push({
          kind: 'row',
          text: shown,
          cells,
          isHeader: headers === cells.length,
          table: tables,
        });
    } else if (blockElements.has(name)) {
      if (row === null) flush();
      kind = 'paragraph';
      level = undefined;
    }
  };

  const open: { readonly node: DomNode; readonly isEnd: boolean }[] = [
    { node: root, isEnd: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isEnd } = next;
    const name = node.localName?.toLowerCase() ?? '';
    if (isEnd) {
      leave(name);
      continue;
    }
    if (node !== root && node.nextSibling !== null)
      open.push({ node: node.nextSibling, isEnd: false });
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    if (node.nodeType !== 1 || isSkipped(node, name, options.skipsChrome)) continue;
    enter(node, name);
    open.push({ node, isEnd: true });
    if (node.firstChild !== null) open.push({ node: node.firstChild, isEnd: false });
  }
  flush();
  return { blocks, links, images };
}

function isSkipped(node: DomNode, name: string, skipsChrome: boolean): boolean {
  if (skippedElements.has(name)) return true;
  if (!skipsChrome) return false;
  return chrome.has(name) || (node.getAttribute?.('hidden') ?? null) !== null;
}

function addImage(node: DomNode, base: string | undefined, images: HtmlLink[]): void {
  const url = resolve(node.getAttribute?.('src'), base);
  if (url !== null) images.push({ label: collapse(node.getAttribute?.('alt') ?? ''), url });
}

/** http and https only: other schemes run code or name files. */
function resolve(address: string | null | undefined, base: string | undefined): string | null {
  if (address === null || address === undefined || address.startsWith('#')) return null;
  try {
    const url = new URL(address, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

const cjk = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u;

/** White space as a browser shows it; a line break between two Japanese characters shows nothing. */
function collapse(text: string): string {
  return text
    .replaceAll(/[ \t\n\r\f]+/g, (space, at: number) =>
      space.includes('\n') &&
      cjk.test(text[at - 1] ?? '') &&
      cjk.test(text[at + space.length] ?? '')
        ? ''
        : ' ',
    )
    .trim();
}
