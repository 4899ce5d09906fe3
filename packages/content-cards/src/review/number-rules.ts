import type { Locale } from '@kanmon/core';
import type { ReviewIssue } from '../model/review.ts';
import { tableCells, visibleLines } from './card-lines.ts';
import { makeIssue } from './issue.ts';
import { createNumberLedger, statementsOf, type Statement } from './number-index.ts';
import { issueRule, type Rule } from './rule.ts';
import { numberOfCell, numbersIn, readingsOf, withDigits } from '../text/numbers.ts';

/**
 * Reports numbers of the card that its source does not have. Of a card that never had a source it reports nothing; of
 * one that lost it, that its numbers are unchecked.
 */
export const numberNotInSourceRule: Rule = issueRule(
  'number_not_in_source',
  (card, { source, sourceRemoved = false, locale }) => {
    if (source === undefined && !sourceRemoved) return [];
    const texts = [
      ...visibleLines(card),
      ...tableCells(card),
      { path: '/note', text: card.note ?? '' },
    ];
    if (source === undefined)
      return texts.some(({ text }) => numbersIn(text).length > 0)
        ? [makeIssue('source_removed', 'warning', null, locale)]
        : [];
    const known = new Set(numbersIn(withDigits(source)).flatMap(readingsOf));
    return texts.flatMap(({ path, text }) =>
      numbersIn(text)
        .filter((number) => !readingsOf(number).some((reading) => known.has(reading)))
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

function conflict(mine: Statement, other: Statement, slideId: string, locale: Locale): ReviewIssue {
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
