import type { Card } from '../model/card.ts';
import { type Statement, statementsOf } from './statements.ts';

/** A statement of another card. */
export interface OtherStatement {
  readonly slideId: string;
  readonly statement: Statement;
}

/** What the cards of a deck state about numbers, by label. */
export interface NumberIndex {
  /** A card that gives the same label another value, whichever said so first; null for none. */
  contradiction(
    statement: Statement,
    isSkipped: (slideId: string) => boolean,
  ): OtherStatement | null;
}

/** An index that cards are put into; a card takes the place of its earlier version. */
export interface NumberLedger extends NumberIndex {
  put(card: Card): void;
}

/**
 * A deck is looked at for each change of one card, so it is not read card by card: a question costs
 * as much as the label has different values until one belongs to another card.
 */
export function createNumberLedger(cards: Iterable<Card> = []): NumberLedger {
  const present = new Map<string, Card>();
  const labels = new Map<string, Map<number, Map<string, Statement>>>();
  const remove = ({ slide_id }: Card, { key, number }: Statement): void => {
    const values = labels.get(key);
    const holders = values?.get(number.value);
    holders?.delete(slide_id);
    if (holders?.size === 0) values?.delete(number.value);
    if (values?.size === 0) labels.delete(key);
  };
  const ledger: NumberLedger = {
    put(card) {
      const before = present.get(card.slide_id);
      if (before === card) return;
      if (before !== undefined) for (const each of statementsOf(before)) remove(before, each);
      present.set(card.slide_id, card);
      for (const statement of statementsOf(card)) {
        const values = labels.get(statement.key) ?? new Map<number, Map<string, Statement>>();
        const holders = values.get(statement.number.value) ?? new Map<string, Statement>();
        labels.set(statement.key, values.set(statement.number.value, holders));
        if (!holders.has(card.slide_id)) holders.set(card.slide_id, statement);
      }
    },
    contradiction({ key, number }, isSkipped) {
      for (const [value, holders] of labels.get(key) ?? []) {
        if (value === number.value) continue;
        for (const [slideId, statement] of holders)
          if (!isSkipped(slideId)) return { slideId, statement };
      }
      return null;
    },
  };
  for (const card of cards) ledger.put(card);
  return ledger;
}
