/** True when `index` lies between the two halves of a surrogate pair. */
export function splitsPair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
