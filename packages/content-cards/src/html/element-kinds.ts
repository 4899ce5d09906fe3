/** What a reader of the page never sees as its text. */
export const unseenElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'desc',
  'metadata',
  'iframe',
  'object',
  'noembed',
  'noframes',
  'datalist',
]);

/** What stands around the text of a page. */
export const chromeElements: ReadonlySet<string> = new Set([
  'nav',
  'header',
  'footer',
  'aside',
  'form',
]);

/** What begins and ends a block. */
export const blockElements: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
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
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'nav',
  'ol',
  'optgroup',
  'option',
  'p',
  'pre',
  'section',
  'select',
  'summary',
  'svg',
  'table',
  'tbody',
  'textarea',
  'tfoot',
  'thead',
  'tr',
  'ul',
]);

/** Level of a heading element, or null for any other. */
export function headingLevel(name: string): number | null {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : null;
}
