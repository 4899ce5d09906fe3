import { KanmonError, retry, systemTimer, type Timer } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type * as z from 'zod';
import { bytesLoader, textLoader } from './built-in-loaders.ts';
import { decodeBytes } from './decode.ts';
import { ContentImportError, importError } from './import-error.ts';
import { jsonAdapter } from './json-adapter.ts';
import { maskUrl } from './mask-url.ts';
import {
  type ImportAdapter,
  type ImportContext,
  importWarning,
  type ImportWarning,
  type LoadedSource,
  type NormalizedItem,
  type SourceLoader,
  type SourceRef,
} from './source.ts';
import { adapterResultSchema, loadedSourceSchema } from './source-schemas.ts';
import { textAdapter } from './text-adapter.ts';
import { shapeProblem } from '../model/check-shape.ts';
import { localeOf } from '../text/locale-of.ts';

/** An event of an import. */
export type ImportEvent =
  | { readonly type: 'source-started'; readonly source: string }
  | {
      readonly type: 'source-retried';
      readonly source: string;
      readonly attempt: number;
      readonly delayMs: number;
      readonly code: string;
    }
  | {
      readonly type: 'source-loaded';
      readonly source: string;
      readonly hash: string;
      readonly bytes: number;
    }
  | { readonly type: 'source-imported'; readonly source: string; readonly items: number }
  | { readonly type: 'warning-found'; readonly warning: ImportWarning }
  | { readonly type: 'items-merged'; readonly items: number }
  | { readonly type: 'import-finished'; readonly cards: number }
  | {
      readonly type: 'content_import_error';
      readonly source: string;
      readonly code: string;
      readonly message: string;
      readonly attempts: number;
    };

export type EmitImportEvent = (event: ImportEvent) => void;

/** Options of `readSource`. */
export interface ReadSourceOptions {
  readonly loaders?: readonly SourceLoader[];
  readonly adapters?: readonly ImportAdapter[];
  readonly retry?: ImportRetry;
  readonly timer?: Timer;
}

/** The context of an import before its language is known. */
export type ReadContext = Omit<ImportContext, 'locale'> & Partial<Pick<ImportContext, 'locale'>>;

/** A source with what was made of it. */
export interface ReadSource {
  readonly ref: SourceRef;
  readonly loaded: LoadedSource;
  readonly items: readonly NormalizedItem[];
  readonly warnings: readonly ImportWarning[];
  readonly importer: string;
  readonly charset: string | null;
  readonly engine?: string;
  readonly attempts: number;
}

/** Loads a source and reads it. Rejects with `ContentImportError`, or with the reason of an abort. */
export async function readSource(
  ref: SourceRef,
  options: ReadSourceOptions,
  given: ReadContext,
  emit: EmitImportEvent,
): Promise<ReadSource> {
  const source = sourceName(ref);
  const early: ImportContext = { locale: 'en', ...given };
  emit({ type: 'source-started', source });
  let attempts = 1;
  try {
    const loader = chooseLoader(ref, options.loaders ?? []);
    const loaded = await retrySource(
      (attempt) => {
        attempts = attempt;
        return loader.load(ref, early);
      },
      {
        ...options,
        ...withoutUndefined({ signal: given.signal }),
        onRetry: (attempt, delayMs, code) =>
          emit({ type: 'source-retried', source, attempt, delayMs, code }),
      },
    );
    checkAnswer(`the loader of '${ref.kind}'`, loadedSourceSchema, loaded);
    emit({ type: 'source-loaded', source, hash: loaded.hash, bytes: loaded.bytes.length });
    const context: ImportContext = { locale: localeOf(sampleOf(loaded)), ...given };
    const adapter = chooseAdapter(loaded, options.adapters ?? []);
    const result = await adapter.read(loaded, context);
    checkAnswer(`the adapter '${adapter.kind}'`, adapterResultSchema, result);
    emit({ type: 'source-imported', source, items: result.items.length });
    const warnings = [
      ...(loaded.warnings ?? []),
      ...result.warnings,
      ...(result.items.length > 0 ? [] : [emptySource(loaded.name, context.locale)]),
      ...attachmentWarnings(result.items, loaded.name, context.locale),
    ];
    for (const warning of warnings) emit({ type: 'warning-found', warning });
    const { charset = null, engine } = result;
    return {
      ref,
      loaded,
      items: result.items,
      warnings,
      importer: adapter.kind,
      charset,
      attempts,
      ...withoutUndefined({ engine }),
    };
  } catch (error) {
    if (given.signal?.aborted === true) throw given.signal.reason;
    throw importFailure(error, source, attempts, emit);
  }
}

/** Throws `ImportError` for an answer of another form: the error names who gave it, and quotes no text. */
function checkAnswer(who: string, schema: z.ZodType, answer: unknown): void {
  const problem = shapeProblem(schema, answer);
  if (problem !== null)
    throw importError('import_failed', `${who} returned an invalid result: ${problem}`);
}

const sampleBytes = 65_536;
const lineFeed = 0x0a;

/** Returns enough of a text to detect its language: whole lines, so that no character is cut. */
function sampleOf({ text, bytes, charset }: LoadedSource): string {
  if (text !== undefined) return text;
  const end =
    bytes.length <= sampleBytes ? bytes.length : bytes.lastIndexOf(lineFeed, sampleBytes) + 1;
  try {
    return decodeBytes(bytes.subarray(0, end), charset).text;
  } catch {
    return '';
  }
}

/** Creates the failure of the whole import and reports it to the listener. */
export function importFailure(
  error: unknown,
  source: string,
  attempts: number,
  emit: EmitImportEvent,
): ContentImportError {
  const code = KanmonError.isInstance(error) ? error.code : 'import_failed';
  const message = error instanceof Error ? error.message : String(error);
  emit({ type: 'content_import_error', source, code, message, attempts });
  return new ContentImportError(`${source}: ${message}`, { code, source, attempts, cause: error });
}

/** The name of a source as events and errors give it. */
export function sourceName(ref: SourceRef): string {
  switch (ref.kind) {
    case 'text':
    case 'bytes':
      return ref.name ?? ref.kind;
    case 'file':
      return ref.path.split(/[/\\]/).at(-1) ?? ref.path;
    case 'url':
      return maskUrl(ref.url);
    default:
      // An unknown kind, which `chooseLoader` reports.
      return (ref satisfies never as SourceRef).kind;
  }
}

function emptySource(source: string, locale: 'ja' | 'en'): ImportWarning {
  const texts = { ja: '内容が空です。', en: 'The source is empty.' };
  return importWarning('source_empty', source, locale, texts);
}

/** Returns the warning that links and images are in no card; empty without any. */
function attachmentWarnings(
  items: readonly NormalizedItem[],
  source: string,
  locale: 'ja' | 'en',
): readonly ImportWarning[] {
  const all = items.flatMap(({ attachments }) => attachments);
  if (all.length === 0) return [];
  const links = all.filter(({ kind }) => kind === 'link').length;
  const images = all.length - links;
  const texts = {
    ja: `リンク先${links}件と画像${images}件はカードに入りません。items の attachments にあります。`,
    en: `The cards hold no addresses of links (${links}) and no images (${images}); they are in the attachments of the items.`,
  };
  return [importWarning('attachments_left_out', source, locale, texts, { links, images })];
}

function chooseLoader(ref: SourceRef, own: readonly SourceLoader[]): SourceLoader {
  const loader = [...own, textLoader, bytesLoader].find(({ kind }) => kind === ref.kind);
  if (loader !== undefined) return loader;
  throw importError(
    'unsupported_source',
    `no loader for sources of the kind '${ref.kind}'; pass one in options.loaders`,
  );
}

function chooseAdapter(loaded: LoadedSource, own: readonly ImportAdapter[]): ImportAdapter {
  let best: { readonly adapter: ImportAdapter; readonly score: number } | null = null;
  for (const adapter of [...own, jsonAdapter, textAdapter]) {
    const score = adapter.accepts(loaded);
    if (score > (best?.score ?? 0)) best = { adapter, score };
  }
  if (best !== null) return best.adapter;
  throw importError(
    'unsupported_type',
    `no adapter takes ${loaded.contentType || 'this type'}; pass one in options.adapters`,
  );
}

/** Settings of the retries of a source. */
export interface ImportRetry {
  /** Repeats after the first try. @default 3 */
  readonly retries?: number;
  /** @default 500 */
  readonly minDelayMs?: number;
  /** @default 2 */
  readonly factor?: number;
  /** Longest wait, also when the server asks for more. @default 8000 */
  readonly maxDelayMs?: number;
}

/** Retries transient failures (`retryable` of the error); the wait that a server asks for replaces the computed one. */
function retrySource<T>(
  operation: (attempt: number) => Promise<T>,
  options: {
    readonly retry?: ImportRetry;
    readonly timer?: Timer;
    readonly signal?: AbortSignal;
    readonly onRetry: (attempt: number, delayMs: number, code: string) => void;
  },
): Promise<T> {
  const { retry: limits = {}, timer = systemTimer, signal, onRetry } = options;
  const { retries = 3, minDelayMs = 500, factor = 2, maxDelayMs = 8000 } = limits;
  let failures = 0;
  let failure: unknown;
  return retry(operation, {
    maxAttempts: retries + 1,
    baseMs: minDelayMs,
    maxMs: maxDelayMs,
    shouldRetry: (error) => {
      failures += 1;
      failure = error;
      return member(error, 'retryable') === true;
    },
    timer: {
      sleep(_computed, abort) {
        const asked = member(failure, 'retryAfterMs');
        const wanted =
          typeof asked === 'number' && asked >= 0 ? asked : minDelayMs * factor ** (failures - 1);
        const delay = Math.min(maxDelayMs, wanted);
        onRetry(failures + 1, delay, String(member(failure, 'code')));
        return timer.sleep(delay, abort);
      },
    },
    ...withoutUndefined({ signal }),
  });
}

function member(error: unknown, name: string): unknown {
  return Reflect.get(Object(error), name);
}
