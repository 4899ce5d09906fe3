export type { ExtractHtmlOptions };
export type { HtmlBlock };
export type { HtmlContent };
export type { HtmlLink };
export { createHtmlAdapter };
export { extractHtml };
