import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { type PdfEngine, PdfError, type PdfPage } from './engine.ts';
import { plainForms } from './plain-forms.ts';
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
  /** Makes paragraphs of what the engine saw. @default reflowPages */
  readonly reflow?: typeof reflowPages;
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

/** The options of `extractPdf`. */
export const extractNames: OptionNames<ExtractPdfOptions> = {
  engine: true,
  maxBytes: true,
  maxPages: true,
  timeoutMs: true,
  reflow: true,
  squeeze: true,
  signal: true,
};

/** The paragraphs of a PDF, or a `PdfError`: never an empty success. */
export async function extractPdf(
  bytes: Uint8Array,
  options: ExtractPdfOptions,
): Promise<PdfContent> {
  checkOptions(options, extractNames, 'extractPdf(bytes, options)');
  const {
    engine,
    maxBytes = 50_000_000,
    maxPages = 300,
    timeoutMs = 60_000,
    reflow = reflowPages,
    squeeze = true,
    signal,
  } = options;
  if (bytes.length > maxBytes)
    throw new PdfError('pdf_too_large', `the PDF has more than ${maxBytes} bytes`);
  refuseOthers(bytes);
  const { pages: seen, warnings } = await engine.read(bytes, {
    maxPages,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const pages = seen.map(inPlainForms);
  if (pages.length === 0) throw new PdfError('pdf_invalid', 'the PDF has no pages');
  if (pages.length > maxPages)
    throw new PdfError('pdf_too_many_pages', `the PDF has more than ${maxPages} pages`);
  const visible = pages.map(({ runs }) =>
    runs.reduce((count, { text }) => count + text.replaceAll(/\s/gu, '').length, 0),
  );
  if (visible.reduce((sum, count) => sum + count, 0) < minCharacters)
    throw new PdfError(
      'pdf_no_text',
      warnings.includes('cmaps_missing')
        ? 'the PDF has no text that can be read without CMaps; install pdfjs-dist'
        : 'the PDF has no text; it may be a scan, which needs OCR first',
    );
  return {
    pages: reflow(pages, { squeeze }),
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

/** Where the mark at the beginning and the one at the end may stand (Adobe, implementation notes to the PDF Reference). */
const markRange = 1024;

/**
 * Neither mark may be missing: readers rebuild what they can of a file that was cut off, and would
 * take the part that they find for the whole.
 */
function refuseOthers(bytes: Uint8Array): void {
  const textOf = (from: number, to: number): string =>
    new TextDecoder('latin1').decode(bytes.subarray(from, to));
  if (!textOf(0, markRange).includes('%PDF-'))
    throw new PdfError('pdf_invalid', 'the file is no PDF');
  let end = bytes.length;
  // Some writers fill up a block with zeros or line ends.
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end -= 1;
  if (!textOf(Math.max(0, end - markRange), end).includes('%%EOF'))
    throw new PdfError('pdf_invalid', 'the PDF has no end; it was cut off on its way');
}

function inPlainForms(page: PdfPage): PdfPage {
  return { ...page, runs: page.runs.map((run) => ({ ...run, text: plainForms(run.text) })) };
}
