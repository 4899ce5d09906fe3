import { checkBy, type Checked } from '@kanmon/core/kit';
import * as z from 'zod';
import { attachmentUrl } from './attachment-url.ts';
import { importError } from './import-error.ts';
import type { LoadedSource, NormalizedItem } from './source.ts';
import { type Card, createCardSchema, type Table } from '../model/card.ts';
import { createDocumentSchema } from '../model/documents.ts';
import { isList, isRecord, type JsonValue, listOf } from '../model/json.ts';
import { fixedLimits, looseLimits } from '../model/limits.ts';
import { cardOfSlide } from '../model/slide.ts';
import { isId, longTextSchema, reportIssue } from '../model/text-schema.ts';

// Texts and tables may be longer than a card's: they are split, not refused.
const looseCard = createCardSchema(looseLimits);
const looseDocument = createDocumentSchema(looseLimits);
const row = z.array(longTextSchema(fixedLimits.textLength));
const looseTable: z.ZodType<Table> = z
  .strictObject({ headers: row.default([]), rows: z.array(row).default([]) })
  .superRefine(({ headers, rows }, context) => {
    const expected = headers.length > 0 ? headers.length : (rows[0]?.length ?? 0);
    for (const [index, { length: actual }] of rows.entries())
      if (actual !== expected)
        reportIssue(context, 'column_count', ['rows', index], { expected, actual });
  });

/**
 * The items of an approval document, of a list of cards or of a list of items; null for any other
 * value. Throws `json_invalid` for one of these that does not validate.
 */
export function readJsonCards(
  value: JsonValue,
  loaded: LoadedSource,
): readonly NormalizedItem[] | null {
  if (isRecord(value) && isList(value['slides'])) return slideItems(value, value['slides'], loaded);
  const elements: readonly unknown[] = listOf(value);
  if (elements.length === 0) return null;
  if (elements.some((each) => isRecord(each) && 'slide_id' in each))
    return elements.map((each, index) => cardItem(each, `/${index}`, loaded));
  return elements.every(isItem)
    ? elements.map((each, index) => normalItem(each, `/${index}`, loaded))
    : null;
}

/** Returns the origin of lines for a source without line numbers: every line names the whole source. */
export function wholeSource(
  { name, hash }: LoadedSource,
  paragraphs: number,
): NormalizedItem['source_meta'] {
  const source = { source: name, source_hash: hash };
  return {
    source: name,
    hash,
    line: 1,
    title_origin: 'heading',
    lines: [
      { field: 'title', line: 0, ...source },
      ...Array.from({ length: paragraphs }, (_, line) =>
        Object.assign({ field: 'body', line } as const, source),
      ),
    ],
  };
}

function slideItems(
  document: Readonly<Record<string, unknown>>,
  slides: readonly unknown[],
  loaded: LoadedSource,
): readonly NormalizedItem[] {
  const tables = slides.map((slide, index) => {
    const elements = isRecord(slide) ? slide['elements'] : undefined;
    return takeTable(elements, `/slides/${index}/elements`);
  });
  const bare = slides.map((slide, index) =>
    isRecord(slide) && 'elements' in slide ? { ...slide, elements: tables[index]?.rest } : slide,
  );
  const checked = valid(checkBy(looseDocument, { ...document, slides: bare }), '');
  return checked.slides.map((slide, index) =>
    itemOfCard({ ...cardOfSlide(slide), table_data: tables[index]?.table ?? null }, loaded),
  );
}

function cardItem(value: unknown, at: string, loaded: LoadedSource): NormalizedItem {
  const { table, rest } = takeTable(value, at);
  return itemOfCard({ ...valid(checkBy(looseCard, rest), at), table_data: table }, loaded);
}

/** Separates the table from its card, since it may be larger than a card's. */
function takeTable(
  value: unknown,
  at: string,
): { readonly table: Table | null; readonly rest: unknown } {
  if (!isRecord(value)) return { table: null, rest: value };
  const { table_data: table = null, ...rest } = value;
  return {
    table: table === null ? null : valid(checkBy(looseTable, table), `${at}/table_data`),
    rest,
  };
}

function valid<T>(checked: Checked<T>, at: string): T {
  if (checked.ok) return checked.value;
  const [issue] = checked.issues;
  throw invalid(`${at}${issue?.pointer ?? ''}`, issue?.issue ?? 'invalid_format');
}

function invalid(pointer: string, issue: string): Error {
  return importError(
    'json_invalid',
    `the JSON is no valid document: ${issue} at ${pointer || '(root)'}`,
  );
}

function itemOfCard(card: Card, loaded: LoadedSource): NormalizedItem {
  const { slide_id, title, body, table_data, note, intent, type_hint, story } = card;
  return {
    id: slide_id,
    title,
    body,
    ...(table_data === null ? {} : { table_data }),
    attachments: [],
    source_meta: wholeSource(loaded, body.length),
    card_meta: { note, intent, type_hint, story },
  };
}

interface ItemLike {
  readonly [key: string]: unknown;
  readonly title: string;
  readonly body: readonly string[];
}

function isItem(value: unknown): value is ItemLike {
  return (
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    isList(value['body']) &&
    value['body'].every((line) => typeof line === 'string')
  );
}

function normalItem(value: ItemLike, at: string, loaded: LoadedSource): NormalizedItem {
  const { id = null, title, body } = value;
  if (id !== null && !(typeof id === 'string' && isId(id)))
    throw invalid(`${at}/id`, 'invalid_format');
  const { table } = takeTable(value, at);
  return {
    id,
    title,
    body,
    ...(table === null ? {} : { table_data: table }),
    attachments: listOf(value['attachments']).flatMap((each) => {
      const { kind, label, url: address } = isRecord(each) ? each : {};
      const url = typeof address === 'string' ? attachmentUrl(address) : null;
      return typeof label === 'string'
        ? {
            kind: kind === 'image' ? ('image' as const) : ('link' as const),
            label,
            ...(url === null ? {} : { url }),
          }
        : [];
    }),
    source_meta: wholeSource(loaded, body.length),
  };
}
