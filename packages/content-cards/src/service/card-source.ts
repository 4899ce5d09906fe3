import type { Card, LineSource } from '../model/card.ts';
import { tableCells, visibleLines } from '../review/card-lines.ts';

/**
 * What a card was made from, as its creation says: the text that was given for it, else, for a card
 * with provenance, its own text as it was created, since an import puts nothing into a card that its
 * source does not have. Null when nothing is known: then no number is held against it.
 */
export function sourceAtCreation(
  card: Card,
  provenance: readonly LineSource[],
  given: string | undefined,
): string | null {
  if (given !== undefined) return given;
  if (provenance.length === 0) return null;
  const texts = [...visibleLines(card), ...tableCells(card)].map(({ text }) => text);
  return [...texts, card.note ?? ''].join('\n');
}
