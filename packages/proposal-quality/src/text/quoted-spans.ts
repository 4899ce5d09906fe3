/** A quoted part of a text, without its quotation marks; UTF-16 units. */
export interface QuotedSpan {
  readonly start: number;
  readonly end: number;
}

const closers: Readonly<Record<string, string>> = { '「': '」', '『': '』', '“': '”' };
const openers: ReadonlySet<string> = new Set(Object.keys(closers));
const closing: ReadonlySet<string> = new Set(Object.values(closers));

/**
 * Quoted parts in 「」, 『』, “” and "", nested ones too, by their ends. One pass with a stack: a
 * closing mark closes the innermost open one of its kind, and what was left open inside is no quote.
 */
export function quotedSpans(text: string): readonly QuotedSpan[] {
  const spans: QuotedSpan[] = [];
  const open: { readonly closer: string; readonly start: number }[] = [];
  const openOf = new Map<string, number>();
  let straight: number | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') {
      if (straight !== null) spans.push({ start: straight, end: index });
      straight = straight === null ? index + 1 : null;
    } else if (openers.has(character)) {
      const closer = closers[character] ?? '';
      open.push({ closer, start: index + 1 });
      openOf.set(closer, (openOf.get(closer) ?? 0) + 1);
    } else if (closing.has(character) && (openOf.get(character) ?? 0) > 0) {
      let innermost = open.pop();
      while (innermost !== undefined) {
        openOf.set(innermost.closer, (openOf.get(innermost.closer) ?? 1) - 1);
        if (innermost.closer === character) break;
        innermost = open.pop();
      }
      if (innermost !== undefined) spans.push({ start: innermost.start, end: index });
    }
  }
  return spans;
}

/** Tells of each span, asked in order of their starts, whether one of `covers` holds it. One pass. */
export function insideOf(covers: readonly QuotedSpan[]): (span: QuotedSpan) => boolean {
  const ordered = covers.toSorted((left, right) => left.start - right.start);
  let next = 0;
  let reach = -1;
  return ({ start, end }) => {
    for (let cover = ordered[next]; cover !== undefined && cover.start <= start;) {
      reach = Math.max(reach, cover.end);
      next += 1;
      cover = ordered[next];
    }
    return end <= reach;
  };
}
