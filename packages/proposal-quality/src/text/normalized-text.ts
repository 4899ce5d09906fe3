/** A text as rules read it, with offsets into the text as written. */
export interface NormalizedText {
  /** NFKC, without invisible characters. */
  readonly text: string;
  /** Returns the range of the written text for a range of `text`; UTF-16 units. */
  toWritten(start: number, end: number): { readonly start: number; readonly end: number };
}

/** Characters that NFKC may change, or that a reader does not see. */
const unusual =
  /[^\t\n\r -~\u2010\u2013-\u2016\u2018-\u201f\u3001-\u3098\u30a0-\u30fe\u3400-\u4dbf\u4e00-\u9fff]/;

const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;
const keptControl = /^[\t\n\r]$/;
/** They join the character before: marks, half-width voicing marks, Hangul vowels and finals. */
const joining = /^[\p{M}\uff9e\uff9f\u1161-\u11ff]$/u;

/**
 * Marks that one cluster may carry. Sorting them is quadratic in their number inside NFKC, so a run
 * is cut as in the Stream-Safe Text Format (UAX #15, section 13).
 */
const maxMarks = 30;

/** The last text: several rules read the same text in turn. */
let last: { readonly written: string; readonly normalized: NormalizedText } | null = null;

/**
 * Normalizes a text to NFKC, without invisible characters, and maps offsets back: half-width `ﾍﾞｽﾄ` and
 * a word with invisible characters read like the plain word. Linear in the length of the text.
 */
export function normalizeText(written: string): NormalizedText {
  if (last?.written === written) return last.normalized;
  const normalized = unusual.test(written) ? normalizeClusters(written) : asWritten(written);
  last = { written, normalized };
  return normalized;
}

function asWritten(text: string): NormalizedText {
  return { text, toWritten: (start, end) => ({ start, end }) };
}

function normalizeClusters(written: string): NormalizedText {
  const parts: string[] = [];
  /** For each unit of the result: where its cluster starts and ends in the written text. */
  const starts: number[] = [];
  const ends: number[] = [];
  let cluster = '';
  let clusterStart = 0;
  let clusterEnd = 0;
  let marks = 0;

  const flush = (): void => {
    if (cluster === '') return;
    const result = unusual.test(cluster) ? cluster.normalize('NFKC') : cluster;
    parts.push(result);
    for (let unit = 0; unit < result.length; unit += 1) {
      starts.push(clusterStart);
      ends.push(clusterEnd);
    }
    cluster = '';
  };

  let offset = 0;
  for (const character of written) {
    const start = offset;
    offset += character.length;
    const plain = !unusual.test(character);
    if (!plain && invisible.test(character) && !keptControl.test(character)) continue;
    const joins = !plain && cluster !== '' && marks < maxMarks && joining.test(character);
    if (joins) {
      cluster += character;
      marks += 1;
    } else {
      flush();
      cluster = character;
      clusterStart = start;
      marks = 0;
    }
    clusterEnd = offset;
  }
  flush();
  return {
    text: parts.join(''),
    toWritten: (start, end) => ({
      start: starts[start] ?? written.length,
      end: (end > start ? ends[end - 1] : starts[start]) ?? written.length,
    }),
  };
}
