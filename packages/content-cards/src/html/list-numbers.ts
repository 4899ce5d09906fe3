import type { DomNode } from './dom.ts';

/** The numbers of an ordered list. */
export interface Counting {
  next: number;
  readonly step: 1 | -1;
  readonly type: string;
}

/** Returns the counting of a list that begins; null for a list without numbers. */
export function countingOf(list: DomNode, name: string): Counting | null {
  if (name !== 'ol') return null;
  const type = list.getAttribute?.('type') ?? '';
  const isReversed = (list.getAttribute?.('reversed') ?? null) !== null;
  const start = numberIn(list, 'start');
  if (!isReversed) return { next: start ?? 1, step: 1, type };
  let items = 0;
  for (let child = list.firstChild; child !== null; child = child.nextSibling)
    if (child.localName?.toLowerCase() === 'li') items += 1;
  return { next: start ?? items, step: -1, type };
}

/** Returns the number before a list item, such as `5. `, and counts it; '' without a counting. */
export function nextNumber(item: DomNode, counting: Counting | null | undefined): string {
  if (counting === null || counting === undefined) return '';
  const number = numberIn(item, 'value') ?? counting.next;
  counting.next = number + counting.step;
  return `${shown(number, counting.type)}. `;
}

function numberIn(node: DomNode, name: string): number | null {
  const text = node.getAttribute?.(name) ?? '';
  return /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

function shown(number: number, type: string): string {
  if (number < 1 || !/^[aAiI]$/.test(type)) return String(number);
  const text = type.toLowerCase() === 'a' ? letters(number) : roman(number);
  return type === type.toLowerCase() ? text : text.toUpperCase();
}

/** a to z, aa, ab. */
function letters(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCodePoint(97 + ((number - 1) % 26));
}

const romanSigns: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  if (number > 3999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of romanSigns) for (; rest >= value; rest -= value) text += sign;
  return text;
}
