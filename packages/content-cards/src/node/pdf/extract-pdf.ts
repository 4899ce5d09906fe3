import { InvalidArgumentError } from '@kanmon/core';
import {
  checkArgument,
  checkFlags,
  checkOptions,
  checkPorts,
  describeValue,
  isRecord,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import { shapeProblem } from '../../model/check-shape.ts';
import { checkLimits } from '../check-limits.ts';
import { type PdfEngine, PdfError, type PdfPage } from './engine.ts';
import { type ReflowedPage, reflowPages } from './reflow.ts';
import { isRightToLeft } from './right-to-left.ts';

/** Options of `extractPdf`. */
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
  readonly code: 'cmaps_missing' | 'engine_warning' | 'pdf_page_without_text' | 'pdf_right_to_left';
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

/** The parts of an engine's answer that are read before it is reflowed. */
const answerSchema = z.looseObject({
  pages: z.array(z.looseObject({ runs: z.array(z.looseObject({ text: z.string() })) })),
  warnings: z.array(z.string()),
});

/**
 * The paragraphs of a PDF, or a `PdfError`: never an empty success.
 *
 * @throws {InvalidArgumentError} Bytes or an option of another kind. An aborted `signal` rejects with its reason.
 */
export async function extractPdf(
  bytes: Uint8Array,
  options: ExtractPdfOptions,
): Promise<PdfContent> {
  checkOptions(
    options,
    'engine maxBytes maxPages timeoutMs reflow squeeze signal',
    'extractPdf(bytes, options)',
  );
  const {
    engine,
    maxBytes = 50_000_000,
    maxPages = 300,
    timeoutMs = 60_000,
    reflow = reflowPages,
    squeeze = true,
    signal,
  } = options;
  checkPdfOptions(options);
  checkPorts({ signal }, { signal: 'throwIfAborted' });
  if (!(bytes instanceof Uint8Array)) {
    throw new InvalidArgumentError(
      `expected bytes of extractPdf to be a Uint8Array, got ${describeValue(bytes)}`,
    );
  }
  signal?.throwIfAborted();
  if (bytes.length > maxBytes)
    throw new PdfError('pdf_too_large', `the PDF has more than ${maxBytes} bytes`);
  refuseOthers(bytes);
  const limits = { maxPages, timeoutMs, ...withoutUndefined({ signal }) };
  const answer = await engine.read(bytes, limits);
  const problem = shapeProblem(answerSchema, answer);
  if (problem !== null)
    throw new PdfError('pdf_engine_failed', `the engine returned an invalid result: ${problem}`);
  const { pages: seen, warnings } = answer;
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
  const rightToLeft = pages.find(({ runs }) => runs.some(({ text }) => isRightToLeft(text)));
  const reflowed = reflow(pages, { squeeze });
  checkArgument('the result of options.reflow', 'a list', reflowed);
  return {
    pages: reflowed,
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
      ...(rightToLeft === undefined
        ? []
        : [{ code: 'pdf_right_to_left' as const, page: rightToLeft.number }]),
    ],
  };
}

/** Throws `InvalidArgumentError` for an engine, a limit or a reflow of another kind. */
export function checkPdfOptions(options: Omit<ExtractPdfOptions, 'signal'>): void {
  const { maxBytes, maxPages, timeoutMs, reflow, squeeze } = options;
  const engine: unknown = options.engine;
  if (!isRecord(engine) || typeof engine['read'] !== 'function') {
    throw new InvalidArgumentError(
      `expected options.engine to be a PDF engine, got ${describeValue(engine)}; pass createPdfjsEngine() or createSofficeEngine()`,
    );
  }
  checkLimits({ maxBytes, maxPages, timeoutMs });
  checkFlags({ squeeze });
  checkPorts({ reflow }, { reflow: 'call' });
}

/** The marks may be this far from the beginning and the end (Adobe, implementation notes to the PDF Reference). */
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

/** From U+2E80 on: the ordinary character of each radical (Unicode, Equivalent_Unified_Ideograph); `-`: none. */
const radicals: readonly string[] = Array.from(
  '-厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵-旡日月歺母民氵氺灬爫爫丬牛' +
    '犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑' +
    '钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟',
);
const firstRadical = 0x2e80;

/**
 * Writers name a glyph by any character that shares it: 目 comes as the radical ⽬, 長 as ⻑, and a
 * vertical comma as ︑, an Arabic letter in the form that it has within its word. These have one ordinary
 * character each, or several for a ligature.
 */
export function plainForms(text: string): string {
  return text
    .replaceAll(/[\u2e80-\u2ef3]/g, (form) => {
      const plain = radicals[form.charCodeAt(0) - firstRadical] ?? '-';
      return plain === '-' ? form : plain;
    })
    .replaceAll(
      /[\u2f00-\u2fd5\ufe10-\ufe18\ufe31-\ufe44\ufb00-\ufb06\ufb1d-\ufdfb\ufe70-\ufefc]/g,
      (form) => form.normalize('NFKC').trimStart(),
    )
    .replaceAll('\ufe19', '…')
    .replaceAll('\ufe30', '‥');
}
