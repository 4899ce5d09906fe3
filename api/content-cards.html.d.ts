export type { ExtractHtmlOptions };
export type { HtmlAdapterOptions };
export type { HtmlBlock };
export type { HtmlContent };
export type { HtmlLink };
export { createHtmlAdapter };
export { extractHtml };
