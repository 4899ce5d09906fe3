export {
  type PdfEngine,
  PdfError,
  type PdfErrorCode,
  type PdfPage,
  type TextRun,
} from './node/pdf/engine.ts';
export {
  extractPdf,
  type ExtractPdfOptions,
  type PdfContent,
  type PdfWarning,
} from './node/pdf/extract-pdf.ts';
export { createPdfAdapter } from './node/pdf/pdf-adapter.ts';
export { createPdfjsEngine, type PdfjsOptions } from './node/pdf/pdfjs-engine.ts';
export { createSofficeEngine, type SofficeOptions } from './node/pdf/soffice-engine.ts';
export { type PdfParagraph, type ReflowedPage, reflowPages } from './node/pdf/reflow.ts';
