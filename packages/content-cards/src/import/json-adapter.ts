import { formatPointer } from '@kanmon/core/json';
import type { Card, Table } from '../model/card.ts';
import { checkBy } from '../model/check.ts';
import { createCardSchema, tableSchema } from '../model/card-schema.ts';
import { createDocumentSchema } from '../model/document-schema.ts';
import { isId } from '../model/ids.ts';
import { isList, isRecord, type JsonValue, listOf } from '../model/json.ts';
import type { CardLimits } from '../model/limits.ts';
import { cardOfSlide } from '../model/slide.ts';
import { parseStrictJson } from '../text/strict-json.ts';
import { ImportError } from './import-error.ts';
import { derivedTitle } from './parse-text.ts';
import type { ImportAdapter, LoadedSource, NormalizedItem } from './source.ts';
import { decodeSource } from './text-adapter.ts';

/** Titles and lines may be longer than a card's: they are split, not refused. */
const looseLimits: CardLimits = {
  titleMax: 10_000,
  bodyLines: 10_000,
  lineMax: 100_000,
  unit: 'codepoint',
};
const looseCard = createCardSchema(looseLimits);
const looseDocument = createDocumentSchema(looseLimits);

/** JSON: approval documents, lists of cards, lists of items; anything else as lines of its leaves. */
export const jsonAdapter: ImportAdapter = {
  kind: 'json',
  accepts: ({ contentType, name }) =>
    /^(?:application|text)\/(?:[\w.+-]*\+)?json$/.test(contentType)
      ? 1
      : /\.jsonc?$/i.test(name)
        ? 0.9
        : 0,
  read(loaded, context) {
    const { text, charset, warnings } = decodeSource(loaded, context);
    const parsed = parseStrictJson(text);
    if (!parsed.ok)
      throw new ImportError(`the JSON cannot be taken: ${parsed.reason.replaceAll('_', ' ')}`, {
        code: 'json_invalid',
      });
    return { items: itemsOf(parsed.value, loaded, context.locale), warnings, charset };
  },
};

function itemsOf(
  value: JsonValue,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const document =
    isRecord(value) && isList(value['slides']) ? checkBy(looseDocument, value) : null;
  if (document !== null) {
    if (!document.ok)
      throw invalid(document.issues[0]?.pointer ?? '', document.issues[0]?.issue ?? '');
    return document.value.slides.map((slide) => itemOfCard(cardOfSlide(slide), loaded));
  }
  if (
    isList(value) &&
    value.length > 0 &&
    value.every((each) => isRecord(each) && 'slide_id' in each)
  ) {
    return value.map((each, index) => {
      const card = checkBy(looseCard, each);
      if (!card.ok)
        throw invalid(`/${index}${card.issues[0]?.pointer ?? ''}`, card.issues[0]?.issue ?? '');
      return itemOfCard(card.value, loaded);
    });
  }
  if (isList(value) && value.length > 0 && value.every(isItem))
    return value.map((each) => normalItem(each, loaded));
  return leafItems(value, loaded, locale);
}

function invalid(pointer: string, issue: string): ImportError {
  return new ImportError(`the JSON is no valid document: ${issue} at ${pointer || '(root)'}`, {
    code: 'json_invalid',
  });
}

function itemOfCard(card: Card, loaded: LoadedSource): NormalizedItem {
  const { slide_id, title, body, table_data, note, intent, type_hint, story } = card;
  return {
    id: slide_id,
    title,
    body,
    ...(table_data === null ? {} : { table_data }),
    attachments: [],
    source_meta: metaOf(loaded, body.length, true),
    card_meta: { note, intent, type_hint, story },
  };
}

function isItem(
  value: unknown,
): value is { readonly title: string; readonly body: readonly string[] } {
  return (
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    isList(value['body']) &&
    value['body'].every((line) => typeof line === 'string')
  );
}

function normalItem(
  value: { readonly title: string; readonly body: readonly string[] },
  loaded: LoadedSource,
): NormalizedItem {
  const id: unknown = Reflect.get(value, 'id') ?? null;
  if (id !== null && !(typeof id === 'string' && isId(id))) throw invalid('/id', 'invalid_format');
  const table =
    Reflect.get(value, 'table_data') === undefined
      ? null
      : checkBy(tableSchema, Reflect.get(value, 'table_data'));
  const tableData: Table | undefined = table?.ok === true ? table.value : undefined;
  return {
    id,
    title: value.title,
    body: value.body,
    ...(tableData === undefined ? {} : { table_data: tableData }),
    attachments: listOf(Reflect.get(value, 'attachments')).flatMap((each) => {
      const label = isRecord(each) ? each['label'] : undefined;
      const url = isRecord(each) ? each['url'] : undefined;
      const kind = isRecord(each) && each['kind'] === 'image' ? 'image' : 'link';
      return typeof label === 'string'
        ? [{ kind, label, ...(typeof url === 'string' ? { url } : {}) } as const]
        : [];
    }),
    source_meta: metaOf(loaded, value.body.length, true),
  };
}

function metaOf(
  { name, hash }: LoadedSource,
  paragraphs: number,
  hasTitle: boolean,
): NormalizedItem['source_meta'] {
  const source = { source: name, source_hash: hash };
  return {
    source: name,
    hash,
    line: 1,
    title_origin: hasTitle ? 'heading' : 'derived',
    lines: [
      { field: 'title', line: 0, ...source },
      ...Array.from({ length: paragraphs }, (_, line) =>
        Object.assign({ field: 'body', line } as const, source),
      ),
    ],
  };
}

/** One item per top-level member; its leaves as `pointer: value`, in document order. */
function leafItems(
  value: JsonValue,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const members: readonly (readonly [string, JsonValue])[] = isList(value)
    ? value.map((each, index) => [String(index + 1), each] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [['', value]];
  return members.map(([key, member]) => {
    const body = leavesOf(member);
    return {
      id: null,
      title: key.trim() === '' ? derivedTitle(loaded.name, locale) : key,
      body,
      attachments: [],
      source_meta: metaOf(loaded, body.length, key.trim() !== ''),
    };
  });
}

/** Depth is bounded by the parser, so the stack is short. */
function leavesOf(root: JsonValue): string[] {
  const leaves: string[] = [];
  const open: { readonly value: JsonValue; readonly tokens: readonly string[] }[] = [
    { value: root, tokens: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, tokens } = next;
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      for (const [key, member] of entries.toReversed())
        open.push({ value: member, tokens: [...tokens, key] });
      continue;
    }
    const pointer = formatPointer(tokens);
    leaves.push(pointer === '' ? String(value) : `${pointer}: ${String(value)}`);
  }
  return leaves;
}
