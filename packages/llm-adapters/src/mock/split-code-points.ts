/** `text` in pieces of `size` code points; never cuts a surrogate pair. */
export function splitCodePoints(text: string, size: number): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let from = 0; from < points.length; from += size) {
    pieces.push(points.slice(from, from + size).join(''));
  }
  return pieces;
}
