/**
 * Returns the first index of a sorted list for which `isBefore` is false; the length when there is
 * none. `isBefore` must be true for a prefix of the list only. Takes log2(length) calls.
 */
export function lowerBound<T>(list: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` is below the length; the cast covers lists whose items may be undefined.
    if (isBefore(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
