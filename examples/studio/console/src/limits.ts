/** The default limits of a card, in code points: `defaultLimits` of content-cards. */
const limits = { title: 120, wideLine: 40, latinLine: 80 } as const;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the number of code points of a text. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Returns the longest text of a place; a line with Japanese characters holds half as many. */
export function limitOf(text: string, place: 'title' | 'body'): number {
  if (place === 'title') return limits.title;
  return wide.test(text) ? limits.wideLine : limits.latinLine;
}
