import { type Clock, InvalidArgumentError, systemClock } from '@kanmon/core';
import {
  checkOptions,
  checkPorts,
  describeValue,
  isRecord,
  optionError,
  withoutUndefined,
} from '@kanmon/core/kit';
import { ImportError, importError } from './import-error.ts';
import type { ImportedSource, ImportMeta } from './import-meta.ts';
import {
  checkCardOptions,
  checkChoice,
  type ItemCards,
  type ItemsToCardsOptions,
  makeCards,
} from './items-to-cards.ts';
import { maskUrl } from './mask-url.ts';
import {
  type EmitImportEvent,
  type ImportEvent,
  importFailure,
  type ReadContext,
  readSource,
  type ReadSource,
  type ReadSourceOptions,
  sourceName,
} from './read-source.ts';
import {
  type ImportWarning,
  importWarning,
  type NormalizedItem,
  type SourceRef,
} from './source.ts';
import type { Card } from '../model/card.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import type { LogEntry } from '../model/log.ts';
import type { LineSource } from '../model/review.ts';
import { createEmitter } from '../model/emitter.ts';
import { slideOfCard } from '../model/slide.ts';
import { localeOf } from '../text/locale-of.ts';

/** Options of `importSources`. */
export interface ImportOptions extends ItemsToCardsOptions, ReadSourceOptions {
  /** Items with one explicit id. @default 'last-wins' */
  readonly merge?: 'last-wins' | 'first-wins' | 'error';
  /** Without headings blank lines end an item, with them a paragraph. @default 'auto' */
  readonly blankLines?: 'auto' | 'paragraph' | 'card';
  readonly onEvent?: (event: ImportEvent) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** The actor of the warnings in the log. @default 'system:import' */
  readonly actor?: string;
  /** Deck of the log entries. @default '' */
  readonly spec_id?: string;
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

/**
 * Reads sources one after another and makes cards of them, or rejects with `ContentImportError`:
 * never a partial result. Only transient failures are retried. An aborted `signal`
 * rejects with its reason; options that make no sense throw `InvalidArgumentError`.
 */
export async function importSources(
  sources: readonly SourceRef[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  checkOptions(
    options,
    'loaders adapters limits overflow defaults locale merge blankLines retry onEvent signal clock timer actor spec_id',
    'importSources(sources, options)',
  );
  checkOptions(
    options.retry ?? {},
    'retries minDelayMs factor maxDelayMs',
    'importSources(sources, { retry })',
  );
  checkImport(sources, options);
  const { clock = systemClock, blankLines = 'auto', merge = 'last-wins' } = options;
  const { signal } = options;
  const emit = createEmitter(options.onEvent);
  const { locale } = options;
  const context: ReadContext = { clock, blankLines, ...withoutUndefined({ locale, signal }) };
  const read: ReadSource[] = [];
  for (const ref of sources) {
    // In order, one after another: what comes later may take the place of what came before.
    read.push(await readSource(ref, options, context, emit));
  }
  const made = orFail(sources, emit, () => {
    const all = read.flatMap(({ items }) => items);
    const merged = mergeItems(all, merge, locale);
    emit({ type: 'items-merged', items: merged.items.length });
    if (merged.items.length === 0) throw importError('nothing_imported', 'every source was empty');
    return { ...merged, parts: makeCards(merged.items, options) };
  });
  const { items, parts } = made;
  const later = [...made.warnings.values(), ...parts.flatMap(({ warnings }) => warnings)];
  for (const warning of later) emit({ type: 'warning-found', warning });
  const cards = parts.flatMap((part) => part.cards);
  emit({ type: 'import-finished', cards: cards.length });
  const warnings = [...read.flatMap((each) => each.warnings), ...later];
  const at = clock.now().toISOString();
  return {
    items,
    cards,
    document: { slides: cards.map((card) => slideOfCard(card)) },
    meta: {
      schema_version: '1.0',
      generated_at: at,
      total_slides: cards.length,
      sources: sourcesOf(read, parts, made.warnings),
    },
    warnings,
    log: warnings.map((warning) => logOf(warning, at, options)),
    provenance: Object.fromEntries(parts.flatMap(({ provenance }) => provenance)),
  };
}

function checkImport(sources: readonly SourceRef[], options: ImportOptions): void {
  const { merge = 'last-wins', blankLines = 'auto' } = options;
  if (!Array.isArray(sources) || sources.length === 0)
    throw new InvalidArgumentError('expected a list of at least one source, got none');
  for (const [index, ref] of sources.entries()) checkSource(ref, `sources[${index}]`);
  for (const name of ['adapters', 'loaders'] as const)
    if (options[name] !== undefined && !Array.isArray(options[name]))
      throw optionError(name, 'a list', options[name]);
  for (const name of ['actor', 'spec_id'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'string')
      throw optionError(name, 'a text', options[name]);
  for (const [name, value] of Object.entries(options.retry ?? {})) checkRetry(name, value);
  for (const [index, adapter] of (options.adapters ?? []).entries()) {
    const given: unknown = adapter;
    if (isRecord(given) && ['accepts', 'read'].every((name) => typeof given[name] === 'function'))
      continue;
    throw new InvalidArgumentError(
      `expected options.adapters[${index}] to be an adapter with accepts and read, got ${describeValue(given)}; createHtmlAdapter() returns one`,
    );
  }
  for (const [index, loader] of (options.loaders ?? []).entries())
    if (typeof Reflect.get(Object(loader), 'load') !== 'function')
      throw optionError(`loaders[${index}]`, 'a loader { kind, load }', loader);
  checkPorts(options, {
    onEvent: 'call',
    clock: 'now',
    timer: 'sleep',
    signal: 'addEventListener',
  });
  checkChoice('merge', merge, ['last-wins', 'first-wins', 'error']);
  checkChoice('blankLines', blankLines, ['auto', 'paragraph', 'card']);
  checkCardOptions(options);
}

function checkRetry(name: string, value: unknown): void {
  const isCount = name === 'retries';
  const isKnown = isCount ? Number.isSafeInteger(value) : typeof value === 'number';
  if (value === undefined || (isKnown && Number(value) >= 0)) return;
  throw optionError(`retry.${name}`, isCount ? 'a whole number from 0' : 'a number from 0', value);
}

/** The member of a source that holds its content, by kind. */
const contentKeys: ReadonlyMap<unknown, string> = new Map([
  ['text', 'text'],
  ['bytes', 'bytes'],
  ['file', 'path'],
  ['url', 'url'],
]);

function checkSource(ref: unknown, place: string): void {
  if (!isRecord(ref))
    throw new InvalidArgumentError(
      `expected ${place} to be { kind: 'text', text }, or another kind, got ${describeValue(ref)}`,
    );
  const kind = ref['kind'];
  const key = contentKeys.get(kind);
  if (key === undefined) return;
  const content = ref[key];
  const isContent = kind === 'bytes' ? content instanceof Uint8Array : typeof content === 'string';
  if (!isContent)
    throw sourceError(place, key, kind === 'bytes' ? 'a Uint8Array' : 'a string', content);
  for (const name of ['name', 'contentType', 'charset'])
    if (ref[name] !== undefined && typeof ref[name] !== 'string')
      throw sourceError(place, name, 'a string', ref[name]);
  if (ref['licensed'] !== undefined && typeof ref['licensed'] !== 'boolean')
    throw sourceError(place, 'licensed', 'true or false', ref['licensed']);
}

function sourceError(place: string, name: string, expected: string, value: unknown): Error {
  return new InvalidArgumentError(
    `expected ${place}.${name} to be ${expected}, got ${describeValue(value)}`,
  );
}

/** Runs the steps after the sources were read; a failure there concerns all of them. */
function orFail<T>(sources: readonly SourceRef[], emit: EmitImportEvent, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw importFailure(error, sources.map(sourceName).join(', '), 1, emit);
  }
}

function sourcesOf(
  read: readonly ReadSource[],
  parts: readonly ItemCards[],
  merged: ReadonlyMap<NormalizedItem, ImportWarning>,
): ImportMeta['sources'] {
  const byItem = new Map(parts.map((part) => [part.item, part]));
  return read.map((source) => {
    const own = source.items.flatMap((item) => byItem.get(item) ?? []);
    const slides = own.reduce((count, { cards }) => count + cards.length, 0);
    const warnings = [
      ...source.items.flatMap((item) => merged.get(item) ?? []),
      ...own.flatMap((part) => part.warnings),
    ];
    return importedSource(source, slides, warnings);
  });
}

/** One source as the meta data name it. `warnings` are those that were found after it was read. */
function importedSource(
  { ref, loaded, importer, engine, charset, attempts, warnings: own }: ReadSource,
  slides: number,
  warnings: readonly ImportWarning[],
): ImportedSource {
  const { name, url, hash, bytes, retrievedAt, contentType } = loaded;
  return {
    source: url === undefined ? name : maskUrl(url),
    kind: ref.kind,
    importer,
    ...withoutUndefined({ engine }),
    retrieved_at: retrievedAt,
    hash,
    content_type: contentType,
    charset,
    bytes: bytes.length,
    slides,
    attempts,
    licensed: ref.licensed ?? null,
    warnings: [...own, ...warnings],
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

/** The longest part of a title in a warning. */
const longestTitle = 60;

/** The items of all sources; of those with one explicit id one, at the place of the first. */
function mergeItems(
  all: readonly NormalizedItem[],
  rule: NonNullable<ImportOptions['merge']>,
  given: 'ja' | 'en' | undefined,
): {
  readonly items: readonly NormalizedItem[];
  readonly warnings: ReadonlyMap<NormalizedItem, ImportWarning>;
} {
  const items: NormalizedItem[] = [];
  const places = new Map<string, number>();
  const warnings = new Map<NormalizedItem, ImportWarning>();
  for (const item of all) {
    const { id } = item;
    const place = id === null ? undefined : places.get(id);
    const earlier = place === undefined ? undefined : items[place];
    if (id === null || place === undefined || earlier === undefined) {
      if (id !== null) places.set(id, items.length);
      items.push(item);
      continue;
    }
    const { source: second, line: secondLine } = item.source_meta;
    const { source: first, line: firstLine } = earlier.source_meta;
    // Sources without a name have the same one.
    const [one, other] =
      first === second ? [`${first}:${firstLine}`, `${second}:${secondLine}`] : [first, second];
    if (rule === 'error')
      throw importError(
        'duplicate_id',
        `the id ${id} is in ${one} and in ${other}; give one another id`,
      );
    if (rule === 'last-wins') items[place] = item;
    const kept = rule === 'last-wins' ? second : first;
    const titles = [earlier.title, item.title].map((title) => title.slice(0, longestTitle));
    const [used, left] = rule === 'last-wins' ? titles.toReversed() : titles;
    const texts = {
      ja: `ID「${id}」が ${one} と ${other} にあります。「${used}」を使い、「${left}」は使いません。`,
      en: `The id ${id} is in ${one} and in ${other}; "${used}" is used, and "${left}" is left out.`,
    };
    const params = { id, first, second, kept };
    const locale = given ?? localeOf([item.title, ...item.body].join('\n'));
    warnings.set(item, importWarning('duplicate_id', second, locale, texts, params));
  }
  return { items, warnings };
}
