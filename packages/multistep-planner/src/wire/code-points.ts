/** Whether a text has more than `maximum` code points. Linear in `maximum`. */
export function isLongerThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  return text.length > 2 * maximum || Array.from(text).length > maximum;
}

/** The first `maximum` code points of a text. */
export function firstCodePoints(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return Array.from(text.slice(0, 2 * maximum))
    .slice(0, maximum)
    .join('');
}
