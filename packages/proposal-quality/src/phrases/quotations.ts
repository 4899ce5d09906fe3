/** A range of a text, in UTF-16 units of the text as written. */
export interface PhraseMatch {
  readonly start: number;
  readonly end: number;
}

const closers: Readonly<Record<string, string>> = { '「': '」', '『': '』', '“': '”' };
const openers: ReadonlySet<string> = new Set(Object.keys(closers));
const closing: ReadonlySet<string> = new Set(Object.values(closers));

/**
 * Returns the quoted parts in 「」, 『』, “” and "", without the marks; nested ones too, by their ends.
 * One pass with a stack: a closing mark closes the innermost open one of its kind, and marks that are
 * still open inside open no quotation.
 */
export function quotedSpans(text: string): readonly PhraseMatch[] {
  const spans: PhraseMatch[] = [];
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

/** Returns a test whether one of `covers` contains a span. Spans must come in order of their starts. One pass. */
export function insideOf(covers: readonly PhraseMatch[]): (span: PhraseMatch) => boolean {
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
