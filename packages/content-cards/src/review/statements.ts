import type { Card } from '../model/card.ts';
import { type NumberInText, numbersIn } from '../text/numbers.ts';
import { visibleLines } from './card-lines.ts';

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

/** What a card states in its title and body. */
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
/** A currency sign or an "about" may stand before the number. */
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
