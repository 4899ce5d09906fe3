export type { HtmlBlock, HtmlLink } from './html/read-blocks.ts';
export { extractHtml, type ExtractHtmlOptions, type HtmlContent } from './html/extract-html.ts';
export { createHtmlAdapter, type HtmlAdapterOptions } from './html/html-adapter.ts';
