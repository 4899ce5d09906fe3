import type { Card } from '../model/card.ts';
import type { ReviewIssue } from '../model/review.ts';
import { tableCells, visibleLines } from './card-lines.ts';
import { makeIssue } from './issue.ts';
import { issueRule, type Rule, type RuleContext } from './rule.ts';
import { type NumberInText, numberOfCell, numbersIn } from '../text/numbers.ts';

/** Reports numbers of the card that its source does not have. Without a source it reports nothing. */
export const numberNotInSourceRule: Rule = issueRule(
  'number_not_in_source',
  (card, { source, locale }) => {
    if (source === undefined) return [];
    const known = new Set(numbersIn(source).map(({ value }) => value));
    const texts = [
      ...visibleLines(card),
      ...tableCells(card),
      { path: '/note', text: card.note ?? '' },
    ];
    return texts.flatMap(({ path, text }) =>
      numbersIn(text)
        .filter(({ value }) => !known.has(value))
        .map(({ written }) =>
          makeIssue('number_not_in_source', 'warning', path, locale, { number: written }),
        ),
    );
  },
);

/** One label with two values of one unit, within the card or against another card of the deck. */
export const numberConflictRule: Rule = issueRule('number_conflict', (card, context) => {
  const own = statementsOf(card);
  if (own.length === 0) return [];
  const numbers = context.numbers ?? createNumberLedger(context.deck);
  const { locale } = context;
  const isOwn = (slideId: string): boolean => slideId === card.slide_id;
  const labels = new Map<string, Statement>();
  const issues: ReviewIssue[] = [];
  for (const statement of own) {
    const first = labels.get(statement.key);
    if (first === undefined) labels.set(statement.key, statement);
    else if (first.number.value !== statement.number.value)
      issues.push(conflict(statement, first, card.slide_id, locale));
  }
  // One contradiction a label is enough for a reader.
  for (const statement of labels.values()) {
    const other = numbers.contradiction(statement, isOwn);
    if (other !== null) issues.push(conflict(statement, other.statement, other.slideId, locale));
  }
  return issues;
});

function conflict(
  mine: Statement,
  other: Statement,
  slideId: string,
  locale: RuleContext['locale'],
): ReviewIssue {
  return makeIssue('number_conflict', 'warning', mine.path, locale, {
    label: mine.label,
    value: mine.number.written + mine.number.unit,
    other: other.number.written + other.number.unit,
    slide_id: slideId,
  });
}

const totalLabel = /^(?:合計|総計|小計|計|total|sum|grand total)$/iu;

/** A row or column that calls itself a total and is not the sum of what it stands for. */
export const tableTotalRule: Rule = issueRule('table_total_mismatch', (card, { locale }) => {
  const { table_data } = card;
  if (table_data === null) return [];
  const { headers, rows } = table_data;
  const issues: ReviewIssue[] = [];
  const compare = (cells: readonly string[], total: string, path: string): void => {
    const parts = cells.map((cell) => (/^[-–—―\s]*$/u.test(cell) ? 0 : numberOfCell(cell)));
    const stated = numberOfCell(total);
    if (stated === null || cells.length === 0 || parts.includes(null)) return;
    const sum = parts.reduce((left: number, right) => left + (right ?? 0), 0);
    if (!isClose(sum, stated))
      issues.push(
        makeIssue('table_total_mismatch', 'warning', path, locale, { total: stated, sum }),
      );
  };
  rows.forEach((row, index) => {
    if (!totalLabel.test((row[0] ?? '').normalize('NFKC').trim())) return;
    const parts = rows.slice(0, index);
    row.forEach((cell, column) => {
      if (column === 0) return;
      compare(
        parts.map((part) => part[column] ?? ''),
        cell,
        `/table_data/rows/${index}/${column}`,
      );
    });
  });
  headers.forEach((header, column) => {
    if (column === 0 || !totalLabel.test(header.normalize('NFKC').trim())) return;
    rows.forEach((row, index) => {
      compare(row.slice(1, column), row[column] ?? '', `/table_data/rows/${index}/${column}`);
    });
  });
  return issues;
});

/** Sums of decimal fractions are off by rounding; a real mistake is far above this. */
const relativeTolerance = 1e-9;

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) <= relativeTolerance * Math.max(1, Math.abs(left), Math.abs(right));
}

/** A statement of another card. */
interface OtherStatement {
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
interface Statement {
  readonly label: string;
  /** Label and unit: only values of one unit can contradict each other. */
  readonly key: string;
  readonly number: NumberInText;
  readonly path: string;
}

/** Every card of a deck is looked at for each change of one, so what it states is kept. */
const known = new WeakMap<Card, readonly Statement[]>();

/** Returns the statements in the title and the body of a card. */
function statementsOf(card: Card): readonly Statement[] {
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
