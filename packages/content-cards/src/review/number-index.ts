import type { Card } from '../model/card.ts';
import { type NumberInText, numbersIn } from '../text/numbers.ts';
import { visibleLines } from './card-lines.ts';

/** A statement of another card. */
export interface OtherStatement {
  readonly slideId: string;
  readonly statement: Statement;
}

/** An index of the numbers in the cards of a deck, by label. */
export interface NumberIndex {
  /** Returns a card that gives the same label another value, or null. */
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

/** A line of the form `label: number`. */
export interface Statement {
  readonly label: string;
  /** Label and unit: only values of one unit can contradict each other. */
  readonly key: string;
  readonly number: NumberInText;
  readonly path: string;
}

/** Every card of a deck is looked at for each change of one, so what it states is kept. */
const known = new WeakMap<Card, readonly Statement[]>();

/** Returns the statements in the title and the body of a card. */
export function statementsOf(card: Card): readonly Statement[] {
  const before = known.get(card);
  if (before !== undefined) return before;
  const found = visibleLines(card).flatMap(({ path, text }) => {
    const statement = readStatement(text, path);
    return statement === null ? [] : [statement];
  });
  known.set(card, found);
  return found;
}

const maxLabel = 30;
/** A currency sign or an "about" may come before the number. */
const maxBeforeNumber = 3;

function readStatement(text: string, path: string): Statement | null {
  const colon = text.search(/[:：]/u);
  if (colon === -1) return null;
  const label = text
    .slice(0, colon)
    .trim()
    .replace(/^[-・•]\s*/u, '')
    .normalize('NFKC')
    .toLowerCase();
  if (label === '' || label.length > maxLabel || /\d/u.test(label)) return null;
  const rest = text.slice(colon + 1).trimStart();
  const first = rest.normalize('NFKC').search(/\d/u);
  if (first === -1 || first > maxBeforeNumber) return null;
  const [number, ...more] = numbersIn(rest);
  if (number === undefined || more.length > 0) return null;
  return { label, key: `${label}/${number.unit}`, number, path };
}
