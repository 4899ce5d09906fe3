import { ImportError } from '../../import/import-error.ts';
import { longestTimeout } from '../check-limits.ts';

/** A piece of text at its place, in points from the upper left corner. */
export interface TextRun {
  readonly text: string;
  /** The beginning; of a vertical run the middle of its column. */
  readonly x: number;
  /** Base line, from the top; of a vertical run its upper end. */
  readonly y: number;
  readonly width: number;
  /** Of a vertical run its length. */
  readonly height: number;
  readonly size: number;
  /** Written, or turned, so that it goes down the page. */
  readonly vertical: boolean;
  /** Turned so that its lines go up the page or are upside down; `x` and `y` are where its base line begins. */
  readonly turned?: 'up' | 'over';
  readonly endsLine: boolean;
}

/** A page as the engine saw it. */
export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Image placeholders. */
  readonly images: number;
}

/** Reads PDFs. There is no default and no silent change of engine. */
export interface PdfEngine {
  readonly name: string;
  read(
    bytes: Uint8Array,
    limits: {
      readonly maxPages: number;
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<{ readonly pages: readonly PdfPage[]; readonly warnings: readonly string[] }>;
}

export type PdfErrorCode =
  | 'pdf_invalid'
  | 'pdf_encrypted'
  | 'pdf_too_large'
  | 'pdf_too_many_pages'
  | 'pdf_timed_out'
  | 'pdf_out_of_memory'
  | 'pdf_no_text'
  | 'pdf_engine_missing'
  | 'pdf_engine_failed';

/** Calls `stop` when the time is over or the signal aborts. Returns the function that ends the wait. */
export function stopAfter(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  stop: (reason: Error) => void,
): () => void {
  const abort = (): void =>
    stop(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  const timer = setTimeout(
    () => stop(new PdfError('pdf_timed_out', `the PDF took more than ${timeoutMs} ms`)),
    Math.min(timeoutMs, longestTimeout),
  );
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
}

/** A PDF cannot be read. */
export class PdfError extends ImportError {
  static override readonly errorName: string = 'PdfError';

  constructor(code: PdfErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { ...options, code });
  }
}
