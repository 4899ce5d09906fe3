import type { Locale } from '@kanmon/core';
import { localeOf } from '../text/locale-of.ts';
import type { Card } from '../model/card.ts';
import type { JsonPointer } from '../model/json.ts';

/** A text of a card at its place. */
interface CardText {
  readonly path: JsonPointer;
  readonly text: string;
}

/** Title and body lines, what a slide shows first. */
export function visibleLines(card: Card): CardText[] {
  return [
    { path: '/title', text: card.title },
    ...card.body.map((text, index) => ({ path: `/body/${index}`, text })),
  ];
}

/** Cells of the table, headers included. */
export function tableCells(card: Card): CardText[] {
  const { table_data } = card;
  if (table_data === null) return [];
  const headers = table_data.headers.map((text, index) => ({
    path: `/table_data/headers/${index}`,
    text,
  }));
  const cells = table_data.rows.flatMap((row, rowIndex) =>
    row.map((text, index) => ({ path: `/table_data/rows/${rowIndex}/${index}`, text })),
  );
  return [...headers, ...cells];
}

/** Everything a reader of the card could read. */
export function allTexts(card: Card): CardText[] {
  return [
    ...visibleLines(card),
    ...tableCells(card),
    { path: '/note', text: card.note ?? '' },
    { path: '/intent', text: card.intent },
  ].filter(({ text }) => text !== '');
}

/** The language of a card. */
export function localeOfCard(card: Card): Locale {
  return localeOf(
    allTexts(card)
      .filter(({ path }) => path !== '/intent')
      .map(({ text }) => text)
      .join('\n'),
  );
}
