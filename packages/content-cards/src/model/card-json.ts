import type { Card } from './card.ts';
import type { JsonObject } from './json.ts';

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
