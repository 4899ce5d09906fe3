import type { Span } from '../text/text-range.ts';

const lineFeed = 0x0a;

/** `。！？!?.` Comparisons, not a set: this runs once for every character of a text. */
function isSentenceEnd(unit: number): boolean {
  if (unit < 0x80) return unit === 0x2e || unit === 0x21 || unit === 0x3f;
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f;
}

/** `、,` and a line feed. */
function isClauseEnd(unit: number): boolean {
  return unit === 0x3001 || unit === 0x2c || unit === lineFeed;
}

/** `」』）"'`: what may close a sentence after its last mark. */
function isCloser(unit: number): boolean {
  if (unit < 0x80) return unit === 0x22 || unit === 0x27;
  return unit === 0x300d || unit === 0x300f || unit === 0xff09;
}

/** Lines of `text` between two offsets, each with its line feed. */
export function splitLines(text: string, start = 0, end: number = text.length): Span[] {
  return split(start, end, (index) => {
    const feed = text.indexOf('\n', index);
    return feed === -1 || feed >= end ? end : feed + 1;
  });
}

/** Sentences of `text` between two offsets; a line end always ends one. */
export function splitSentences(text: string, start: number, end: number): Span[] {
  return split(start, end, (index) => {
    let next = index;
    while (next < end) {
      const unit = text.charCodeAt(next);
      next += 1;
      if (unit === lineFeed) return next;
      if (isSentenceEnd(unit)) return afterClosers(text, next, end);
    }
    return end;
  });
}

/** Clauses: sentences cut once more at commas. The finest pieces that are compared as wholes. */
export function splitClauses(text: string, start: number, end: number): Span[] {
  return split(start, end, (index) => {
    let next = index;
    while (next < end) {
      const unit = text.charCodeAt(next);
      next += 1;
      if (isClauseEnd(unit)) return next;
      if (isSentenceEnd(unit)) return afterClosers(text, next, end);
    }
    return end;
  });
}

/** True when a line begins at `index`. */
export function isLineStart(text: string, index: number): boolean {
  return index === 0 || text.charCodeAt(index - 1) === lineFeed;
}

/** True when a sentence begins at `index`: after a sentence mark and what closes it. */
export function isSentenceStart(text: string, index: number): boolean {
  if (isLineStart(text, index)) return true;
  let before = index - 1;
  while (before > 0 && isCloser(text.charCodeAt(before))) before -= 1;
  return isSentenceEnd(text.charCodeAt(before)) && !isCloser(text.charCodeAt(index));
}

function afterClosers(text: string, index: number, end: number): number {
  let next = index;
  while (next < end && isSentenceTail(text.charCodeAt(next))) next += 1;
  return next;
}

/** `！？` and `...` are one end, not several. */
function isSentenceTail(unit: number): boolean {
  return isCloser(unit) || isSentenceEnd(unit);
}

function split(start: number, end: number, nextCut: (index: number) => number): Span[] {
  const pieces: Span[] = [];
  for (let index = start; index < end;) {
    const cut = nextCut(index);
    pieces.push({ start: index, end: cut });
    index = cut;
  }
  return pieces;
}
