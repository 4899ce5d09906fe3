import type { CheckFinding } from '@kanmon/issue-tracker';
import { findingAt, type TextRule } from './text-rule.ts';

/** A word twice in a row, and Japanese particles that were typed twice. */
export const repeatedWord: TextRule = (text) =>
  [/\b(\p{L}{2,40}) {1,4}\1\b/giu, /をを|がが/gu].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) =>
      findingAt(
        text,
        { start: match.index, end: match.index + match[0].length },
        {
          category: 'repeated-word',
          severity: 'high',
          wording: { ja: '同じ語が続いています。', en: 'The same word stands here twice.' },
        },
      ),
    ),
  );

const closers: ReadonlyMap<string, string> = new Map([
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['(', ')'],
]);
const closing = new Set(closers.values());

/** Brackets without their other half. */
export const unbalancedBracket: TextRule = (text) => {
  const open: { readonly at: number; readonly closer: string }[] = [];
  const lonely: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const closer = closers.get(character);
    if (closer !== undefined) open.push({ at, closer });
    else if (closing.has(character)) {
      if (open.at(-1)?.closer === character) open.pop();
      else lonely.push(at);
    }
  }
  return [...lonely, ...open.map(({ at }) => at)]
    .toSorted((left, right) => left - right)
    .map((at): CheckFinding =>
      findingAt(
        text,
        { start: at, end: at + 1 },
        {
          category: 'unbalanced-bracket',
          severity: 'high',
          wording: {
            ja: '括弧の対応がとれていません。',
            en: 'This bracket has no other half.',
          },
        },
      ),
    );
};
