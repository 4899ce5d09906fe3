import { type PdfEngine, PdfError } from './engine.ts';
import { type ReflowedPage, reflowPages } from './reflow.ts';

/** How a PDF is read. */
export interface ExtractPdfOptions {
  readonly engine: PdfEngine;
  /** @default 50_000_000 */
  readonly maxBytes?: number;
  /** @default 300 */
  readonly maxPages?: number;
  /** @default 60_000 */
  readonly timeoutMs?: number;
  /** Drop spaces between Japanese and ASCII characters, which come from layout. @default true */
  readonly squeeze?: boolean;
  readonly signal?: AbortSignal;
}

/** One thing that was noticed in a PDF. */
export interface PdfWarning {
  readonly code: 'cmaps_missing' | 'engine_warning' | 'pdf_page_without_text';
  readonly page?: number;
  readonly message?: string;
}

/** A PDF as paragraphs. */
export interface PdfContent {
  readonly pages: readonly ReflowedPage[];
  readonly images: readonly { readonly page: number }[];
  readonly warnings: readonly PdfWarning[];
}

/** Fewer visible characters are no text but the trace of one. */
const minCharacters = 3;

/** The paragraphs of a PDF, or a `PdfError`: never an empty success. */
export async function extractPdf(
  bytes: Uint8Array,
  options: ExtractPdfOptions,
): Promise<PdfContent> {
  const {
    engine,
    maxBytes = 50_000_000,
    maxPages = 300,
    timeoutMs = 60_000,
    squeeze = true,
    signal,
  } = options;
  if (bytes.length > maxBytes)
    throw new PdfError('pdf_too_large', `the PDF has more than ${maxBytes} bytes`);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (!head.includes('%PDF-')) throw new PdfError('pdf_invalid', 'the file is no PDF');
  const { pages, warnings } = await engine.read(bytes, {
    maxPages,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  if (pages.length === 0) throw new PdfError('pdf_invalid', 'the PDF has no pages');
  if (pages.length > maxPages)
    throw new PdfError('pdf_too_many_pages', `the PDF has more than ${maxPages} pages`);
  const visible = pages.map(({ runs }) =>
    runs.reduce((count, { text }) => count + text.replaceAll(/\s/gu, '').length, 0),
  );
  if (visible.reduce((sum, count) => sum + count, 0) < minCharacters)
    throw new PdfError(
      'pdf_no_text',
      'the PDF has no text; it may be a scan, which needs OCR first',
    );
  return {
    pages: reflowPages(pages, { squeeze }),
    images: pages.flatMap(({ number, images }) =>
      Array.from({ length: images }, () => ({ page: number })),
    ),
    warnings: [
      ...Array.from(new Set(warnings), (message): PdfWarning =>
        message === 'cmaps_missing'
          ? { code: 'cmaps_missing' }
          : { code: 'engine_warning', message },
      ),
      ...pages.flatMap(({ number }, index): PdfWarning[] =>
        visible[index] === 0 ? [{ code: 'pdf_page_without_text', page: number }] : [],
      ),
    ],
  };
}
