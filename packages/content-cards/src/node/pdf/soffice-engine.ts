import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkOptions, optionError } from '@kanmon/core/kit';
import { type PdfEngine, PdfError, type PdfPage, stopAfter } from './engine.ts';
import { readDrawing } from './read-drawing.ts';

/** Options of the LibreOffice engine. */
export interface SofficeOptions {
  /** @default 'soffice' */
  readonly bin?: string;
  /** @default 1 */
  readonly maxParallel?: number;
}

/**
 * Creates the engine that runs LibreOffice: Draw imports the PDF to a flat drawing, whose text is read.
 * Its text filters lose the text of a PDF, and it ends with 0 also when it failed, so success means
 * that the drawing is there and has a page. At most `maxParallel` run at once.
 */
export function createSofficeEngine(options: SofficeOptions = {}): PdfEngine {
  checkOptions(options, 'bin maxParallel', 'createSofficeEngine(options)');
  const { bin = 'soffice', maxParallel = 1 } = options;
  // Fewer than one would wait without end.
  if (!(typeof maxParallel === 'number' && maxParallel >= 1))
    throw optionError('maxParallel', 'a number from 1', maxParallel);
  const places = createPlaces(maxParallel);
  return {
    name: 'soffice',
    async read(bytes, { timeoutMs, signal }) {
      await places.take();
      try {
        signal?.throwIfAborted();
        return { pages: await readThrough(bin, bytes, timeoutMs, signal), warnings: [] };
      } finally {
        places.give();
      }
    },
  };
}

/** At most so many at once, the others in their order. */
function createPlaces(count: number): { take(): Promise<void>; give(): void } {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async take() {
      if (free > 0) free -= 1;
      else
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
    },
    give() {
      const next = waiting.shift();
      // The place is passed on directly: no other caller can take it in between.
      if (next === undefined) free += 1;
      else next();
    },
  };
}

async function readThrough(
  bin: string,
  bytes: Uint8Array,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly PdfPage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kanmon-pdf-'));
  try {
    // A name of our own: the one of the source may be anything.
    const input = join(folder, 'input.pdf');
    await writeFile(input, bytes);
    await convert(bin, folder, input, timeoutMs, signal);
    const pages = readDrawing(await drawingIn(folder, bytes));
    if (pages === null)
      throw new PdfError('pdf_engine_failed', 'LibreOffice made a drawing that is cut off');
    if (pages.length === 0)
      throw new PdfError('pdf_engine_failed', 'LibreOffice made a drawing without pages');
    return pages;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function drawingIn(folder: string, bytes: Uint8Array): Promise<string> {
  try {
    return await readFile(join(folder, 'input.fodg'), 'utf8');
  } catch (cause) {
    // LibreOffice reports a PDF that needs a password like a broken one.
    throw isEncrypted(bytes)
      ? new PdfError('pdf_encrypted', 'the PDF needs a password', { cause })
      : new PdfError('pdf_engine_failed', 'LibreOffice made no drawing of the PDF', { cause });
  }
}

/** The trailer of an encrypted PDF names its encryption, and is itself never encrypted (ISO 32000-1, 7.5.5). */
function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt');
}

function convert(
  bin: string,
  folder: string,
  input: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const given = [
    '--headless',
    '--nologo',
    '--norestore',
    '--nolockcheck',
    '--infilter=draw_pdf_import',
  ];
  const wanted = ['--convert-to', 'fodg', '--outdir', folder, input];
  return new Promise((resolve, reject) => {
    // Its own process group: the program starts others, and all of them must end.
    const child = spawn(bin, [`-env:UserInstallation=${profile}`, ...given, ...wanted], {
      detached: true,
      stdio: 'ignore',
    });
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const end = (error?: Error): void => {
      endWait();
      if (error === undefined) resolve();
      else reject(error);
    };
    // The folder is removed after the end: a program that still runs would write into it.
    let stopped: Error | undefined;
    const stop = (reason: Error): void => {
      stopped ??= reason;
      kill();
    };
    const endWait = stopAfter(timeoutMs, signal, stop);
    child.once('error', (cause) =>
      end(
        new PdfError(
          'pdf_engine_missing',
          `${bin} cannot be started; install LibreOffice, or pass another engine`,
          { cause },
        ),
      ),
    );
    child.once('exit', (code) =>
      end(
        stopped ??
          (code === 0
            ? undefined
            : new PdfError('pdf_engine_failed', `LibreOffice ended with ${code ?? 'a signal'}`)),
      ),
    );
  });
}
