export type { HtmlBlock, HtmlLink } from './html/blocks.ts';
export { extractHtml, type HtmlContent } from './html/extract-html.ts';
export { createHtmlAdapter } from './html/html-adapter.ts';
