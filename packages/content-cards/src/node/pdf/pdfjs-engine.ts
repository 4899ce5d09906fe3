import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { checkOptions } from '@kanmon/core/kit';
import { type PdfEngine, PdfError, type PdfErrorCode, type PdfPage, stopAfter } from './engine.ts';

/** The program of the worker. A text, so that it is the same from source and from a bundle, which has no such file. */
const workerCode = `
const { parentPort, workerData } = require('node:worker_threads');
const warnings = [];
let skippedImages = 0;
const { cMaps, fonts } = workerData;
const folders = [cMaps, fonts].filter((folder) => folder !== null);
const note = (...parts) => {
  // A warning may leave the machine, so it names files without their folders.
  const text = folders.reduce((rest, folder) => rest.replaceAll(folder, ''), parts.map(String).join(' ')).slice(0, 300);
  if (/Image exceeded maximum/.test(text)) skippedImages += 1;
  // The outlines of the standard fonts are for drawing; text needs none.
  else if (!/standardFontDataUrl|Unable to load font data/.test(text)) warnings.push(text);
};
// The heap limit of a worker does not count array buffers, and a stream may inflate a thousandfold.
// So each array that is made, and each chunk that is inflated, is counted.
let requested = 0;
const spend = (size) => {
  requested += size;
  if (requested < workerData.checkEvery) return;
  requested = 0;
  if (process.memoryUsage().arrayBuffers + size <= workerData.maxBuffers) return;
  parentPort.postMessage({ error: 'pdf_out_of_memory', message: 'the PDF needs more memory than it may have' });
  process.exit(0);
};
const sizeOf = (first, unit) => {
  if (typeof first === 'number') return first * unit;
  return first instanceof ArrayBuffer ? 0 : Number(Object(first).length ?? 0) * unit;
};
for (const name of ['ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array']) {
  const original = globalThis[name];
  const unit = original.BYTES_PER_ELEMENT ?? 1;
  const watched = new Proxy(original, {
    construct(target, parts, newTarget) {
      spend(sizeOf(parts[0], unit));
      return Reflect.construct(target, parts, newTarget === watched ? target : newTarget);
    },
  });
  globalThis[name] = watched;
}
const Inflater = globalThis.DecompressionStream;
if (Inflater !== undefined) globalThis.DecompressionStream = class {
  constructor(format) {
    const { readable, writable } = new Inflater(format);
    const transform = (chunk, controller) => { spend(chunk.length); controller.enqueue(chunk); };
    this.readable = readable.pipeThrough(new TransformStream({ transform }));
    this.writable = writable;
  }
};
console.warn = note; console.log = note; console.error = note;
(async () => {
  const { getDocumentProxy, getResolvedPDFJS } = await import(workerData.unpdf);
  const { OPS } = await getResolvedPDFJS();
  const options = { verbosity: 1, isEvalSupported: false, useSystemFonts: false, disableFontFace: true, maxImageSize: workerData.maxImagePixels };
  // Without them unpdf passes file URLs, which PDF.js cannot read.
  Object.assign(options, { cMapUrl: cMaps, cMapPacked: true, standardFontDataUrl: fonts });
  const document = await getDocumentProxy(workerData.bytes, options);
  const count = document.numPages;
  if (count > workerData.maxPages) return parentPort.postMessage({ error: 'pdf_too_many_pages', message: count + ' pages' });
  const pages = [];
  for (let number = 1; number <= count; number += 1) {
    const page = await document.getPage(number);
    const view = page.getViewport({ scale: 1 });
    const { items, styles } = await page.getTextContent({ disableNormalization: true });
    const { fnArray } = await page.getOperatorList();
    const images = skippedImages + fnArray.filter((each) => each === OPS.paintImageXObject || each === OPS.paintInlineImageXObject).length;
    const runs = items.filter((each) => typeof each.str === 'string').map((each) => {
      const [a, b, c, d, e, f] = each.transform;
      const size = Math.hypot(c, d) || each.height;
      const [x, y] = view.convertToViewportPoint(e, f);
      const [x1, y1] = view.convertToViewportPoint(e + a, f + b);
      const base = { text: each.str, size, endsLine: each.hasEOL === true };
      const vertical = styles[each.fontName]?.vertical === true;
      const isSteep = Math.abs(y1 - y) > 10 * Math.abs(x1 - x);
      if (isSteep && y1 < y) base.turned = 'up';
      else if (x1 < x && Math.abs(x1 - x) > 10 * Math.abs(y1 - y)) base.turned = 'over';
      // Turned clockwise, as Latin words in vertical text are: its column is the middle of its letters.
      else if (isSteep && !vertical)
        return { ...base, x: x + 0.35 * size, y, width: size, height: each.width, vertical: true };
      return { ...base, x, y, width: each.width, height: each.height, vertical };
    });
    pages.push({ number, width: view.width, height: view.height, images, runs });
    skippedImages = 0;
    page.cleanup();
  }
  parentPort.postMessage({ pages, warnings });
})().catch((error) => {
  const name = String(error && error.name);
  const code = name === 'PasswordException' ? 'pdf_encrypted' : /InvalidPDF|FormatError|MissingPDF|UnexpectedResponse/.test(name) ? 'pdf_invalid' : 'pdf_engine_failed';
  parentPort.postMessage({ error: code, message: name + ': ' + String(error && error.message).slice(0, 300) });
});
`;
const oldSpaceMegabytes = 256;
/** Of array buffers, beside the file itself. 0.4 MB of a PDF can inflate to 400 MB, 2 kB to 1 GB. */
const maxBufferBytes = 256 * 1024 * 1024;
/** Array buffers are measured each time this much was asked for. */
const checkEvery = 4 * 1024 * 1024;
/** A larger image is counted and not decoded: A4 at 400 dpi has 15.5 million pixels and takes 150 MB. */
const maxImagePixels = 16_000_000;

/** Options of the PDF.js engine. */
export interface PdfjsOptions {
  /** Folder of the CMaps. @default that of the installed pdfjs-dist */
  readonly cMapsFolder?: string;
}

/**
 * Creates the engine that runs PDF.js through unpdf, in a worker. The worker may have 256 MB of heap
 * and 256 MB of buffers, and is ended when the time is over.
 */
export function createPdfjsEngine(options: PdfjsOptions = {}): PdfEngine {
  checkOptions(options, 'cMapsFolder', 'createPdfjsEngine(options)');
  return {
    name: 'pdfjs',
    async read(bytes, { maxPages, timeoutMs, signal }) {
      signal?.throwIfAborted();
      const require = createRequire(import.meta.url);
      const unpdf = resolveModule(require, 'unpdf');
      if (unpdf === null)
        throw new PdfError(
          'pdf_engine_missing',
          'the package unpdf is not installed; add it, or pass another engine',
        );
      const cMaps = folderOf(options.cMapsFolder ?? pdfjsFolder(require, 'cmaps'));
      const workerData = {
        // A copy, so that the caller's bytes stay usable.
        bytes: Uint8Array.from(bytes),
        unpdf: pathToFileURL(unpdf.replace(/\.cjs$/, '.mjs')).href,
        cMaps,
        fonts: folderOf(pdfjsFolder(require, 'standard_fonts')),
        maxPages,
        maxBuffers: maxBufferBytes + 2 * bytes.length,
        checkEvery,
        maxImagePixels,
      };
      const answer = await inWorker(workerData, timeoutMs, signal);
      return {
        pages: answer.pages,
        warnings: cMaps === null ? ['cmaps_missing', ...answer.warnings] : answer.warnings,
      };
    },
  };
}

function resolveModule(require: NodeJS.Require, name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    return null;
  }
}

function pdfjsFolder(require: NodeJS.Require, name: string): string | null {
  const manifest = resolveModule(require, 'pdfjs-dist/package.json');
  return manifest === null ? null : join(dirname(manifest), name);
}

/** A plain path with `/` at its end, as PDF.js wants it; a file URL cannot be read. Null for a missing folder. */
function folderOf(path: string | null): string | null {
  if (path === null || !existsSync(path)) return null;
  return path.endsWith('/') ? path : `${path}/`;
}

interface Answer {
  readonly pages: readonly PdfPage[];
  readonly warnings: readonly string[];
}

/** A message of the worker, as the program above posts it. */
type WorkerMessage = Answer | { readonly error: PdfErrorCode; readonly message: string };

function inWorker(
  workerData: object,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerCode, {
      eval: true,
      workerData,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: oldSpaceMegabytes },
    });
    const end = (outcome: Error | Answer): void => {
      endWait();
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
      // Last: on Deno it emits 'exit' at once, which would be taken for an end without an answer.
      void worker.terminate();
    };
    const endWait = stopAfter(timeoutMs, signal, end);
    worker.once('message', (message: WorkerMessage) =>
      end('error' in message ? new PdfError(message.error, message.message) : message),
    );
    worker.once('error', (error: unknown) => {
      const isMemory = Reflect.get(Object(error), 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
      const [code, message] = isMemory
        ? (['pdf_out_of_memory', 'the PDF needs more memory than it may have'] as const)
        : (['pdf_engine_failed', 'the PDF engine failed'] as const);
      end(new PdfError(code, message, { cause: error }));
    });
    worker.once('exit', () =>
      end(new PdfError('pdf_engine_failed', 'the PDF engine ended without an answer')),
    );
  });
}
