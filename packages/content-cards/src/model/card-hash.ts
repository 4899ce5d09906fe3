import { contentHash } from '@kanmon/core';
import type { Card, CardInput, Hash, Story, Table } from './card.ts';
import { checkCard } from './check-shape.ts';
import type { JsonObject } from './json.ts';

/**
 * Hash of exactly the content that is approved: the eight keys of a card with defaults filled in and
 * texts in NFC. Status, revision, review and provenance are not part of it; `slide_id` is, so that
 * the approval of one card never stands for another. A text with a lone surrogate throws.
 */
export function cardHash(card: CardInput): Hash {
  checkCard('card of cardHash', card);
  return contentHash(cardJson(cardContent(card)));
}

/** The eight keys alone, defaults filled in, in NFC. */
export function cardContent(card: CardInput): Card {
  const { slide_id, title, body, table_data, note, intent, type_hint, story } = card;
  return {
    slide_id,
    title: normal(title),
    body: (body ?? []).map(normal),
    table_data: table_data === undefined || table_data === null ? null : normalTable(table_data),
    note: normalOrNull(note),
    intent: normal(intent),
    type_hint: normalOrNull(type_hint),
    story: normalStory(story),
  };
}

function normal(text: string): string {
  return text.normalize('NFC');
}

function normalOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : normal(text);
}

function normalTable({ headers, rows }: Table): Table {
  return { headers: headers.map(normal), rows: rows.map((row) => row.map(normal)) };
}

function normalStory({ phase, chapter_id, angle }: Story): Story {
  return {
    phase: normal(phase),
    ...(chapter_id === undefined ? {} : { chapter_id: normal(chapter_id) }),
    ...(angle === undefined ? {} : { angle: normal(angle) }),
  };
}

/** A card as plain JSON: interfaces have no index signature, so each member is named. */
export function cardJson(card: Card): JsonObject {
  const { slide_id, title, body, table_data, note, intent, type_hint, story } = card;
  return {
    slide_id,
    title,
    body,
    table_data: table_data === null ? null : { headers: table_data.headers, rows: table_data.rows },
    note,
    intent,
    type_hint,
    story: { ...story },
  };
}
