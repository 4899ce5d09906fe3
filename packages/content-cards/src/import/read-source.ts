import { KanmonError, type Timer } from '@kanmon/core';
import { bytesLoader, textLoader } from './built-in-loaders.ts';
import type { EmitImportEvent } from './import-event.ts';
import { ContentImportError, ImportError } from './import-error.ts';
import { localeOf } from '../text/locale-of.ts';
import { decodeBytes } from './decode.ts';
import { importWarning } from './import-warning.ts';
import { jsonAdapter } from './json-adapter.ts';
import { maskUrl } from './mask-url.ts';
import { type ImportRetry, retrySource } from './retry-source.ts';
import type {
  ImportAdapter,
  ImportContext,
  ImportWarning,
  LoadedSource,
  NormalizedItem,
  SourceLoader,
  SourceRef,
} from './source.ts';
import { textAdapter } from './text-adapter.ts';

/** How one source is read. */
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
        ...(given.signal === undefined ? {} : { signal: given.signal }),
        onRetry: (attempt, delayMs, code) =>
          emit({ type: 'source-retried', source, attempt, delayMs, code }),
      },
    );
    emit({ type: 'source-loaded', source, hash: loaded.hash, bytes: loaded.bytes.length });
    const context: ImportContext = { locale: localeOf(sampleOf(loaded)), ...given };
    const adapter = chooseAdapter(loaded, options.adapters ?? []);
    const result = await adapter.read(loaded, context);
    emit({ type: 'source-imported', source, items: result.items.length });
    const warnings = [
      ...(loaded.warnings ?? []),
      ...result.warnings,
      ...(result.items.length > 0 ? [] : [emptySource(loaded.name, context.locale)]),
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
      ...(engine === undefined ? {} : { engine }),
    };
  } catch (error) {
    if (given.signal?.aborted === true) throw given.signal.reason;
    throw importFailure(error, source, attempts, emit);
  }
}

const sampleBytes = 65_536;
const lineFeed = 0x0a;

/** Enough of a text to tell its language by: whole lines, so that no character is cut. */
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

/** The failure of the whole import, told to the listener. */
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
      return ref satisfies never;
  }
}

function emptySource(source: string, locale: 'ja' | 'en'): ImportWarning {
  const texts = { ja: '内容が空です。', en: 'The source is empty.' };
  return importWarning('source_empty', source, locale, texts);
}

function chooseLoader(ref: SourceRef, own: readonly SourceLoader[]): SourceLoader {
  const loader = [...own, textLoader, bytesLoader].find(({ kind }) => kind === ref.kind);
  if (loader !== undefined) return loader;
  throw new ImportError(
    `no loader for sources of the kind '${ref.kind}'; pass one in options.loaders`,
    { code: 'unsupported_source' },
  );
}

function chooseAdapter(loaded: LoadedSource, own: readonly ImportAdapter[]): ImportAdapter {
  let best: { readonly adapter: ImportAdapter; readonly score: number } | null = null;
  for (const adapter of [...own, jsonAdapter, textAdapter]) {
    const score = adapter.accepts(loaded);
    if (score > (best?.score ?? 0)) best = { adapter, score };
  }
  if (best !== null) return best.adapter;
  throw new ImportError(
    `no adapter takes ${loaded.contentType || 'this type'}; pass one in options.adapters`,
    { code: 'unsupported_type' },
  );
}
