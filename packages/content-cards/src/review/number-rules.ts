import type { Card, ReviewIssue } from '../model/card.ts';
import { type NumberInText, numberOfCell, numbersIn } from '../text/numbers.ts';
import { tableCells, visibleLines } from './card-lines.ts';
import { makeIssue } from './make-issue.ts';
import { issueRule, type Rule, type RuleContext } from './rule.ts';

/** Numbers of the card that its source does not have. Without a source nothing is said. */
export const numberNotInSourceRule: Rule = issueRule(
  'number_not_in_source',
  (card, { source, locale }) => {
    if (source === undefined) return [];
    const known = new Set(numbersIn(source).map(({ value }) => value));
    return [...visibleLines(card), ...tableCells(card)].flatMap(({ path, text }) =>
      numbersIn(text)
        .filter(({ value }) => !known.has(value))
        .map(({ written }) =>
          makeIssue('number_not_in_source', 'warning', path, locale, { number: written }),
        ),
    );
  },
);

/** A statement of the form `label: number`. */
interface Statement {
  readonly label: string;
  readonly number: NumberInText;
  readonly path: string;
}

/** A label of up to 30 characters without digits, a colon, then the number. */
const statementForm = /^\s*[-・•]?\s*([^:：\d]{1,30}?)\s*[:：]\s*(?=[^\d]{0,3}\d)(.+)$/u;
/** Every card of a deck is looked at for each change of one, so what it states is kept. */
const statements = new WeakMap<Card, readonly Statement[]>();

/** One label with two values of one unit, within the card or against another card of the deck. */
export const numberConflictRule: Rule = issueRule('number_conflict', (card, { deck, locale }) => {
  const own = statementsOf(card);
  if (own.length === 0) return [];
  const labels = new Map<string, Statement>();
  const issues: ReviewIssue[] = [];
  for (const statement of own) {
    const key = `${statement.label}/${statement.number.unit}`;
    const first = labels.get(key);
    if (first === undefined) labels.set(key, statement);
    else if (first.number.value !== statement.number.value)
      issues.push(conflict(statement, first, card.slide_id, locale));
  }
  for (const other of deck) {
    if (other.slide_id === card.slide_id) continue;
    for (const statement of statementsOf(other)) {
      const mine = labels.get(`${statement.label}/${statement.number.unit}`);
      if (mine === undefined || mine.number.value === statement.number.value) continue;
      issues.push(conflict(mine, statement, other.slide_id, locale));
      // One contradiction a label is enough to look; a thousand would say no more.
      labels.delete(`${statement.label}/${statement.number.unit}`);
    }
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

function statementsOf(card: Card): readonly Statement[] {
  const known = statements.get(card);
  if (known !== undefined) return known;
  const found = visibleLines(card).flatMap(({ path, text }) => {
    const [, label = '', rest = ''] = statementForm.exec(text) ?? [];
    const [number, ...more] = numbersIn(rest);
    return label === '' || number === undefined || more.length > 0
      ? []
      : [{ label: label.normalize('NFKC').trim().toLowerCase(), number, path }];
  });
  statements.set(card, found);
  return found;
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
