import { isDigit, isLatin } from '../text/characters.ts';
import { stemWord } from '../text/stem-word.ts';

/** A Latin word of the folded plan. */
export interface PlanWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Latin words and where their stems stand (indices into `list`, ascending). */
export interface PlanWords {
  readonly list: readonly PlanWord[];
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  readonly byText: ReadonlyMap<string, readonly number[]>;
  /** Two neighbours written as one: sign-up, sign up. Index of the first. */
  readonly byPair: ReadonlyMap<string, readonly number[]>;
}

/** The Latin words of a folded text. Linear in its length. */
export function indexWords(folded: string): PlanWords {
  const list: PlanWord[] = [];
  const byStem = new Map<string, number[]>();
  const byText = new Map<string, number[]>();
  const byPair = new Map<string, number[]>();
  let at = 0;
  while (at < folded.length) {
    if (!isWord(folded.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < folded.length && isWord(folded.charCodeAt(end))) end += 1;
    const text = folded.slice(at, end);
    const previous = list.at(-1);
    if (previous !== undefined && previous.end === at - 1 && ' -'.includes(folded.charAt(at - 1))) {
      push(byPair, previous.text + text, list.length - 1);
    }
    push(byText, text, list.length);
    push(byStem, stemWord(text), list.length);
    list.push({ start: at, end, text });
    at = end;
  }
  return { list, byStem, byText, byPair };
}

function isWord(unit: number): boolean {
  return isLatin(unit) || isDigit(unit) || unit === 39;
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
