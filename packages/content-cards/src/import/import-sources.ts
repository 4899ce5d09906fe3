import {
  type Clock,
  InvalidArgumentError,
  KanmonError,
  systemClock,
  systemTimer,
  type Timer,
} from '@kanmon/core';
import type { Card, LineSource, LogEntry } from '../model/card.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import { slideOfCard } from '../model/slide.ts';
import { bytesLoader, textLoader } from './built-in-loaders.ts';
import { ContentImportError, ImportError } from './import-error.ts';
import { itemsToCards, type ItemsToCardsOptions } from './items-to-cards.ts';
import { jsonAdapter } from './json-adapter.ts';
import { maskUrl } from './mask-url.ts';
import type {
  AdapterResult,
  ImportAdapter,
  ImportContext,
  ImportWarning,
  LoadedSource,
  NormalizedItem,
  SourceLoader,
  SourceRef,
} from './source.ts';
import { textAdapter } from './text-adapter.ts';

/** What happens during an import. */
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

/** How a source that fails is tried again. */
export interface ImportRetry {
  /** Repeats after the first try. @default 3 */
  readonly retries?: number;
  /** @default 500 */
  readonly minDelayMs?: number;
  /** @default 2 */
  readonly factor?: number;
  /** @default 8000 */
  readonly maxDelayMs?: number;
}

/** How sources are read and made into cards. */
export interface ImportOptions extends ItemsToCardsOptions {
  readonly loaders?: readonly SourceLoader[];
  readonly adapters?: readonly ImportAdapter[];
  /** Items with one explicit id. @default 'last-wins' */
  readonly merge?: 'last-wins' | 'first-wins' | 'error';
  readonly blankLines?: 'auto' | 'paragraph' | 'card';
  readonly retry?: ImportRetry;
  readonly onEvent?: (event: ImportEvent) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly timer?: Timer;
  /** In whose name the warnings stand in the log. @default 'system:import' */
  readonly actor?: string;
  /** Deck of the log entries. @default '' */
  readonly spec_id?: string;
}

/** What is known of each source. */
export interface ImportedSource {
  readonly source: string;
  readonly kind: SourceRef['kind'];
  readonly importer: string;
  readonly engine?: string;
  readonly retrieved_at: string;
  readonly hash: string;
  readonly content_type: string;
  readonly charset: string | null;
  readonly bytes: number;
  readonly slides: number;
  readonly attempts: number;
  readonly licensed: boolean | null;
  readonly warnings: readonly ImportWarning[];
}

/** `content_import_meta.json`. */
export interface ImportMeta {
  readonly schema_version: '1.0';
  readonly generated_at: string;
  readonly total_slides: number;
  readonly sources: readonly ImportedSource[];
}

/** Everything that an import made. */
export interface ImportResult {
  readonly items: readonly NormalizedItem[];
  readonly cards: readonly Card[];
  readonly document: ApprovalDocument;
  readonly meta: ImportMeta;
  readonly warnings: readonly ImportWarning[];
  /** One `source_warning` for each warning. */
  readonly log: readonly LogEntry[];
  readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}

interface ReadSource {
  readonly ref: SourceRef;
  readonly loaded: LoadedSource;
  readonly result: AdapterResult;
  readonly importer: string;
  readonly attempts: number;
}

/**
 * Reads sources one after another and makes cards of them, or rejects with `ContentImportError`:
 * never a partial result. Only failures that waiting may heal are tried again.
 */
export async function importSources(
  sources: readonly SourceRef[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const {
    clock = systemClock,
    locale = 'ja',
    blankLines = 'auto',
    merge = 'last-wins',
    signal,
  } = options;
  if (sources.length === 0)
    throw new InvalidArgumentError('expected at least one source, got none');
  const emit = (event: ImportEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // A listener that fails is no reason to lose an import.
    }
  };
  const context: ImportContext = {
    clock,
    locale,
    blankLines,
    ...(signal === undefined ? {} : { signal }),
  };
  const read: ReadSource[] = [];
  for (const ref of sources) {
    // In order, one after another: what comes later may take the place of what came before.
    // oxlint-disable-next-line no-await-in-loop
    read.push(await readSource(ref, options, context, emit));
  }
  const merged = mergeItems(read, merge, locale);
  emit({ type: 'items-merged', items: merged.items.length });
  if (merged.items.length === 0)
    throw fail(
      emit,
      'nothing_imported',
      'every source was empty',
      sources.map(nameOf).join(', '),
      1,
    );
  const made = cardsOf(merged.items, options, emit);
  const warnings = [
    ...read.flatMap(({ loaded, result }) => [...(loaded.warnings ?? []), ...result.warnings]),
    ...merged.warnings,
    ...made.warnings,
  ];
  for (const warning of warnings) emit({ type: 'warning-found', warning });
  emit({ type: 'import-finished', cards: made.cards.length });
  const at = clock.now().toISOString();
  return {
    items: merged.items,
    cards: made.cards,
    document: { slides: made.cards.map((card) => slideOfCard(card)) },
    meta: {
      schema_version: '1.0',
      generated_at: at,
      total_slides: made.cards.length,
      sources: read.map((each) => metaOf(each, made.cards, made.provenance, warnings)),
    },
    warnings,
    log: warnings.map((warning) => logOf(warning, at, options)),
    provenance: made.provenance,
  };
}

function cardsOf(
  items: readonly NormalizedItem[],
  options: ImportOptions,
  emit: (event: ImportEvent) => void,
): ReturnType<typeof itemsToCards> {
  try {
    return itemsToCards(items, options);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw fail(emit, error.code, error.message, items[0]?.source_meta.source ?? '', 1, error);
  }
}

async function readSource(
  ref: SourceRef,
  options: ImportOptions,
  context: ImportContext,
  emit: (event: ImportEvent) => void,
): Promise<ReadSource> {
  const source = nameOf(ref);
  emit({ type: 'source-started', source });
  let attempts = 0;
  try {
    const loader = [...(options.loaders ?? []), textLoader, bytesLoader].find(
      ({ kind }) => kind === ref.kind,
    );
    if (loader === undefined)
      throw new ImportError(
        `no loader for sources of the kind '${ref.kind}'; pass one in options.loaders`,
        { code: 'unsupported_source' },
      );
    const loaded = await withRetries(
      options,
      context,
      (attempt) => {
        attempts = attempt;
        return loader.load(ref, context);
      },
      (attempt, delayMs, code) => emit({ type: 'source-retried', source, attempt, delayMs, code }),
    );
    emit({ type: 'source-loaded', source, hash: loaded.hash, bytes: loaded.bytes.length });
    const adapter = chooseAdapter(loaded, options.adapters ?? []);
    const result = await adapter.read(loaded, context);
    emit({ type: 'source-imported', source, items: result.items.length });
    if (result.items.length > 0) return { ref, loaded, result, importer: adapter.kind, attempts };
    const empty: ImportWarning = {
      code: 'source_empty',
      source,
      message: context.locale === 'ja' ? '内容が空です。' : 'The source is empty.',
      params: {},
    };
    return {
      ref,
      loaded,
      importer: adapter.kind,
      attempts,
      result: { ...result, warnings: [...result.warnings, empty] },
    };
  } catch (error) {
    const code = KanmonError.isInstance(error) ? error.code : 'import_failed';
    throw fail(
      emit,
      code,
      error instanceof Error ? error.message : String(error),
      source,
      Math.max(1, attempts),
      error,
    );
  }
}

function fail(
  emit: (event: ImportEvent) => void,
  code: string,
  message: string,
  source: string,
  attempts: number,
  cause?: unknown,
): ContentImportError {
  emit({ type: 'content_import_error', source, code, message, attempts });
  return new ContentImportError(`${source}: ${message}`, {
    code,
    source,
    attempts,
    ...(cause === undefined ? {} : { cause }),
  });
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

async function withRetries<T>(
  { retry = {}, timer = systemTimer }: ImportOptions,
  { signal }: ImportContext,
  operation: (attempt: number) => Promise<T>,
  onRetry: (attempt: number, delayMs: number, code: string) => void,
): Promise<T> {
  const { retries = 3, minDelayMs = 500, factor = 2, maxDelayMs = 8000 } = retry;
  const attemptFrom = async (attempt: number): Promise<T> => {
    signal?.throwIfAborted();
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt > retries || Reflect.get(Object(error), 'retryable') !== true) throw error;
      const asked: unknown = Reflect.get(Object(error), 'retryAfterMs');
      const computed = minDelayMs * factor ** (attempt - 1);
      const delay = Math.min(
        maxDelayMs,
        typeof asked === 'number' && asked >= 0 ? asked : computed,
      );
      onRetry(attempt + 1, delay, String(Reflect.get(Object(error), 'code')));
      await timer.sleep(delay, signal);
    }
    return attemptFrom(attempt + 1);
  };
  return attemptFrom(1);
}

function mergeItems(
  read: readonly ReadSource[],
  merge: 'last-wins' | 'first-wins' | 'error',
  locale: 'ja' | 'en',
): { readonly items: readonly NormalizedItem[]; readonly warnings: readonly ImportWarning[] } {
  const items: NormalizedItem[] = [];
  const places = new Map<string, number>();
  const warnings: ImportWarning[] = [];
  for (const item of read.flatMap(({ result }) => result.items)) {
    const place = item.id === null ? undefined : places.get(item.id);
    const earlier = place === undefined ? undefined : items[place];
    if (place === undefined || earlier === undefined || item.id === null) {
      if (item.id !== null) places.set(item.id, items.length);
      items.push(item);
      continue;
    }
    const { source } = item.source_meta;
    const { source: first } = earlier.source_meta;
    if (merge === 'error')
      throw new ContentImportError(`the id ${item.id} is in ${first} and in ${source}`, {
        code: 'duplicate_id',
        source,
        attempts: 1,
      });
    if (merge === 'last-wins') items[place] = item;
    const kept = merge === 'last-wins' ? source : first;
    warnings.push({
      code: 'duplicate_id',
      source,
      message:
        locale === 'ja'
          ? `ID「${item.id}」が ${first} と ${source} にあります。${kept} のものを使います。`
          : `The id ${item.id} is in ${first} and in ${source}; the one of ${kept} is used.`,
      params: { id: item.id, first, second: source, kept },
    });
  }
  return { items, warnings };
}

function nameOf(ref: SourceRef): string {
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

function metaOf(
  { ref, loaded, result, importer, attempts }: ReadSource,
  cards: readonly Card[],
  provenance: Readonly<Record<string, readonly LineSource[]>>,
  warnings: readonly ImportWarning[],
): ImportedSource {
  const { name, hash, bytes, retrievedAt, contentType } = loaded;
  const items = new Set(result.items.map(({ source_meta }) => source_meta.hash));
  const slides = cards.filter(
    ({ slide_id }) =>
      provenance[slide_id]?.some(({ source_hash }) => items.has(source_hash)) === true,
  ).length;
  return {
    source: loaded.url === undefined ? name : maskUrl(loaded.url),
    kind: ref.kind,
    importer,
    ...(result.engine === undefined ? {} : { engine: result.engine }),
    retrieved_at: retrievedAt,
    hash,
    content_type: contentType,
    charset: result.charset ?? null,
    bytes: bytes.length,
    slides,
    attempts,
    licensed: ref.licensed ?? null,
    warnings: warnings.filter(({ source }) => source === name),
  };
}

function logOf(
  { code, source, message, params }: ImportWarning,
  timestamp: string,
  { actor = 'system:import', spec_id = '' }: ImportOptions,
): LogEntry {
  const slideId = params['slide_id'];
  return {
    spec_id,
    slide_id: typeof slideId === 'string' ? slideId : null,
    action: 'source_warning',
    actor,
    timestamp,
    notes: `${code}: ${source}: ${message}`,
    applied_autofix: [],
  };
}
