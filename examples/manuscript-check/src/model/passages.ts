/** A part of a manuscript, cut at paragraphs. */
export interface Passage {
  readonly text: string;
  /** The offset of its first character in the manuscript. */
  readonly start: number;
}

/** Short enough that a model reads all of it; long enough that a page is not torn apart. */
const maxPassage = 3_000;

/** Cuts a text after blank lines into passages; together they are the text. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOf(text, start);
    const part = text.slice(start, end);
    if (part.trim() !== '') passages.push({ text: part, start });
    start = end;
  }
  return passages;
}

/** The last paragraph end within reach, else the last line end, else a hard cut. */
function endOf(text: string, start: number): number {
  const limit = start + maxPassage;
  if (limit >= text.length) return text.length;
  for (const border of ['\n\n', '\n', '。']) {
    const found = text.lastIndexOf(border, limit - border.length);
    if (found > start) return found + border.length;
  }
  return /[\uDC00-\uDFFF]/u.test(text.charAt(limit)) ? limit - 1 : limit;
}
