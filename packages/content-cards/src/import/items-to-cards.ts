import { InvalidArgumentError } from '@kanmon/core';
import { checkOneOf, checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { importError } from './import-error.ts';
import {
  type CardLine,
  type CardPart,
  countCells,
  layOutItem,
  placeTable,
  repeatedTitle,
} from './item-layout.ts';
import {
  importWarning,
  type ImportWarning,
  type NormalizedItem,
  removalWarnings,
  untitled,
} from './source.ts';
import { itemsSchema } from './source-schemas.ts';
import { indentOf } from './wrap.ts';
import { type Card, type Table, validateCard } from '../model/card.ts';
import { checkShape } from '../model/check-shape.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import type { LineSource } from '../model/review.ts';
import { isId } from '../model/text-schema.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import { localeOf } from '../text/locale-of.ts';
import { countCodePoints } from '../text/measure.ts';

/** Options of `itemsToCards`. */
export interface ItemsToCardsOptions {
  readonly limits?: Partial<CardLimits>;
  /** Overflow goes to further cards, is cut with a warning, or is an error. @default 'split' */
  readonly overflow?: 'split' | 'truncate' | 'error';
  /** @default { intent: 'imported', phase: 'body', type_hint: 'content' } */
  readonly defaults?: {
    readonly intent?: string;
    readonly phase?: string;
    readonly type_hint?: string;
  };
  /** Of warnings and of titles that are made up. @default the language of each source */
  readonly locale?: 'ja' | 'en';
}

/** Cards with where each of their lines comes from. */
export interface CardsResult {
  readonly cards: readonly Card[];
  readonly warnings: readonly ImportWarning[];
  readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}

/** What was made of one item. */
export interface ItemCards {
  readonly item: NormalizedItem;
  readonly cards: readonly Card[];
  readonly warnings: readonly ImportWarning[];
  readonly provenance: readonly (readonly [string, readonly LineSource[]])[];
}

/**
 * Items as cards that all validate. Throws `ImportError` with the code `overflow` when asked to,
 * `duplicate_id` for two items with one id, `item_invalid` for what no card can hold.
 */
export function itemsToCards(
  items: readonly NormalizedItem[],
  options: ItemsToCardsOptions = {},
): CardsResult {
  checkOptions(options, 'limits overflow defaults locale', 'itemsToCards(items, options)');
  checkCardOptions(options);
  checkShape('items of itemsToCards', 'a list of items', itemsSchema, items);
  const made = makeCards(items, options);
  return {
    cards: made.flatMap(({ cards }) => cards),
    warnings: made.flatMap(({ warnings }) => warnings),
    provenance: Object.fromEntries(made.flatMap(({ provenance }) => provenance)),
  };
}

/** Throws `InvalidArgumentError` for options that no card can be made with. */
export function checkCardOptions({
  overflow = 'split',
  limits,
  defaults,
  locale,
}: ItemsToCardsOptions): void {
  checkOneOf('locale', locale, 'ja en');
  checkOptions(defaults ?? {}, 'intent phase type_hint', 'the option defaults');
  checkChoice('overflow', overflow, ['split', 'truncate', 'error']);
  const { intent, type_hint, phase } = { ...standard, ...defaults };
  const probe = { slide_id: 'probe', title: 'probe', intent, type_hint, story: { phase } };
  const checked = validateCard(probe, withoutUndefined({ limits }));
  if (!checked.ok)
    throw new InvalidArgumentError(
      `expected defaults that a card may hold, got ${checked.issues.map(({ field, issue }) => `${field}: ${issue}`).join(', ')}`,
    );
}

/** Throws `InvalidArgumentError` for an option that is not one of three words. */
export function checkChoice(
  name: string,
  value: string,
  [first, second, third]: readonly [string, string, string],
): void {
  if ([first, second, third].includes(value)) return;
  throw new InvalidArgumentError(
    `expected ${name} to be '${first}', '${second}' or '${third}', got ${JSON.stringify(value)}`,
  );
}

const standard = { intent: 'imported', phase: 'body', type_hint: 'content' } as const;

/** The cards of each item. The options have been checked. */
export function makeCards(
  items: readonly NormalizedItem[],
  options: ItemsToCardsOptions,
): readonly ItemCards[] {
  const limits = resolveLimits(options.limits);
  const ids = createCardIds(items);
  return items.map((item) => cardsOf(item, ids, limits, options));
}

function cardsOf(
  item: NormalizedItem,
  ids: CardIds,
  limits: CardLimits,
  { overflow = 'split', defaults, ...rest }: ItemsToCardsOptions,
): ItemCards {
  const { source } = item.source_meta;
  const { locale = localeOf([item.title, ...item.body].join('\n')) } = rest;
  const id = ids.own(item);
  const warnings: ImportWarning[] = [];
  const clean = cleanItem(item);
  const { table, rowsAsText } = placeTable(clean.table);
  const content = {
    title: clean.title || untitled(locale),
    paragraphs: [...clean.paragraphs, ...rowsAsText.map((row) => [row])],
    table,
  };
  const whole = layOutItem(content, limits);
  const isOver = whole.parts.length > 1;
  if (isOver && overflow === 'error')
    throw importError(
      'overflow',
      `the item ${JSON.stringify(content.title.slice(0, 60))} does not fit one card; allow 'split' or shorten it`,
    );
  const isCut = isOver && overflow === 'truncate';
  const { parts, isShortened, removed } = isCut
    ? layOutItem(content, limits, { isNumbered: false })
    : whole;
  warnings.push(...removalWarnings(clean.removed + removed, source, locale, { slide_id: id }));
  if (isShortened) {
    const texts = {
      ja: '長いタイトルを縮め、全文を本文の先頭に入れました。',
      en: 'A long title was cut; all of it begins the body.',
    };
    const params = { slide_id: id, length: countCodePoints(content.title) };
    warnings.push(importWarning('title_shortened', source, locale, texts, params));
  }
  if (isCut) {
    const dropped = charactersIn(parts.slice(1));
    const texts = {
      ja: `収まらない${dropped}文字を落としました。`,
      en: `${dropped} character${dropped === 1 ? '' : 's'} that did not fit ${dropped === 1 ? 'was' : 'were'} dropped.`,
    };
    warnings.push(
      importWarning('body_truncated', source, locale, texts, { slide_id: id, dropped }),
    );
  }
  const sourcesOf = lineSources(item);
  const meta = { ...standard, ...defaults, ...withoutUndefined({ ...item.card_meta }) };
  const provenance: (readonly [string, readonly LineSource[]])[] = [];
  const cards = (isCut ? parts.slice(0, 1) : parts).map((part, index): Card => {
    const slide_id = index === 0 ? id : ids.part(id, index + 1);
    provenance.push([slide_id, sourcesOf(part.lines)]);
    return {
      slide_id,
      title: part.title,
      body: part.lines.map(({ text }) => text),
      table_data: part.table,
      note: item.card_meta?.note ?? null,
      intent: meta.intent,
      // Null is a value: the card has none.
      type_hint: meta.type_hint,
      story: item.card_meta?.story ?? { phase: meta.phase },
    };
  });
  if (item.card_meta !== undefined) checkCard(cards[0], limits);
  return { item, cards, warnings, provenance };
}

/** Texts and tables fit a card by now; the other members of an adapter's card may be invalid. */
function checkCard(card: Card | undefined, limits: CardLimits): void {
  const checked = validateCard(card, { limits });
  if (checked.ok) return;
  const [issue] = checked.issues;
  throw importError(
    'item_invalid',
    `the item ${JSON.stringify(card?.title.slice(0, 60))} makes no card: ${issue?.field ?? ''} is ${issue?.issue ?? 'invalid'}`,
  );
}

function charactersIn(parts: readonly CardPart[]): number {
  let count = 0;
  for (const { lines, table } of parts) {
    for (const { text } of lines) count += countCodePoints(text);
    if (table !== null) count += countCells(table);
  }
  return count;
}

/** Looks up the origins of the lines of an item once for all of its cards. */
function lineSources({
  source_meta,
}: NormalizedItem): (lines: readonly CardLine[]) => readonly LineSource[] {
  const title = source_meta.lines.find(({ field }) => field === 'title');
  const byParagraph = new Map<number, LineSource>();
  for (const source of source_meta.lines)
    if (source.field === 'body') byParagraph.set(source.line, source);
  return (lines) => {
    const found: LineSource[] = title === undefined ? [] : [title];
    for (const [line, { paragraph }] of lines.entries()) {
      const source = paragraph === repeatedTitle ? title : byParagraph.get(paragraph);
      if (source !== undefined) found.push({ ...source, field: 'body', line });
    }
    return found;
  };
}

/** The text of an item as a card may hold it. */
interface CleanItem {
  /** '' where nothing is left to see. */
  readonly title: string;
  /** Each paragraph with its lines; lines without visible text are removed. */
  readonly paragraphs: readonly (readonly string[])[];
  readonly table: Table | null;
  /** The number of removed characters: forbidden ones, and invisible ones that would be the only text of a line. */
  readonly removed: number;
}

/** Adapters of users may send anything, and pages and PDFs hold anything; a card may not. */
function cleanItem({ title, body, table_data }: NormalizedItem): CleanItem {
  let removed = 0;
  const clean = (text: string): string => {
    const kept = removeForbidden(text.replaceAll(/[\n\r\t\f]/g, ' '));
    const line = kept.text.normalize('NFC').trim();
    removed += kept.removed;
    if (line === '' || !isBlank(line)) return line;
    removed += line.replaceAll(/\s/gu, '').length;
    return '';
  };
  const paragraphs = body.map((paragraph) => {
    const lines = /[\n\r]/.test(paragraph) ? paragraph.split(/\r\n?|\n/) : [paragraph];
    return lines.flatMap((line) => {
      const kept = clean(line);
      return kept === '' ? [] : indentOf(line) + kept;
    });
  });
  const cells = (row: readonly string[]): readonly string[] => row.map(clean);
  const table =
    table_data === undefined
      ? null
      : { headers: cells(table_data.headers), rows: table_data.rows.map(cells) };
  return { title: clean(title), paragraphs, table, removed };
}

const maxId = 128;

/** Gives out ids: the items' own, `import-01` ... for the rest, `<id>-p2` ... for further cards. */
interface CardIds {
  own(item: NormalizedItem): string;
  part(id: string, number: number): string;
}

/** Ids of the cards of these items, all different. Throws `duplicate_id` where two items have one id. */
function createCardIds(items: readonly NormalizedItem[]): CardIds {
  const used = new Set<string>();
  for (const { id } of items) {
    if (id === null || !isId(id)) continue;
    if (used.has(id))
      throw importError(
        'duplicate_id',
        `two items have the id ${id}; merge them or give one another id`,
      );
    used.add(id);
  }
  let count = 0;
  const take = (id: string): string => {
    used.add(id);
    return id;
  };
  return {
    own({ id }) {
      if (id !== null && isId(id)) return id;
      let made: string;
      do {
        count += 1;
        made = `import-${String(count).padStart(2, '0')}`;
      } while (used.has(made));
      return take(made);
    },
    part(id, number) {
      const ending = `-p${number}`;
      let made = id.slice(0, maxId - ending.length) + ending;
      for (let extra = 2; used.has(made); extra += 1) {
        const distinct = `${ending}-${extra}`;
        made = id.slice(0, maxId - distinct.length) + distinct;
      }
      return take(made);
    },
  };
}
