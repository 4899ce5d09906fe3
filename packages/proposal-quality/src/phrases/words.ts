/** Splits a list of words. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((each) => each !== ''));
}
