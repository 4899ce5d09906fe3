import { importError } from './import-error.ts';

/** A text with the character set it was read in. */
interface Decoded {
  readonly text: string;
  readonly charset: string;
  /** A declared character set that the bytes do not fit. */
  readonly mismatch: string | null;
}

/** The part of a page in which its character set must be declared (HTML, parsing of a byte stream). */
const declarationBytes = 1024;

/**
 * Decodes without losing a byte: BOM, then what the transport declared, then what the document
 * declares, then strict UTF-8, then detection. A declared set that does not decode strictly is passed
 * over and named. Throws `charset_unknown` when nothing fits.
 */
export function decodeBytes(bytes: Uint8Array, declared?: string): Decoded {
  const marked = bomOf(bytes);
  const markedText = marked === null ? null : decodeStrictly(bytes, marked);
  if (marked !== null && markedText !== null)
    return { text: markedText, charset: marked, mismatch: null };
  let mismatch: string | null = null;
  for (const label of [declared, declaredWithin(bytes)]) {
    if (label === undefined) continue;
    const text = decodeStrictly(bytes, label);
    if (text !== null && !isContradicted(text, label, bytes))
      return { text, charset: nameOf(label), mismatch };
    mismatch ??= label;
  }
  // ISO-2022-JP is pure ASCII bytes: strict UTF-8 would take its escape sequences for text.
  const escaped = hasEscapes(bytes) ? decodeStrictly(bytes, 'iso-2022-jp') : null;
  if (escaped !== null) return { text: escaped, charset: 'iso-2022-jp', mismatch };
  const text = decodeStrictly(bytes, 'utf-8');
  if (text !== null && utf16Of(bytes) === null) return { text, charset: 'utf-8', mismatch };
  const found = detectCharset(bytes);
  if (found !== null) return { ...found, mismatch };
  throw importError(
    'charset_unknown',
    'the character set was not recognised (tried: UTF-8, UTF-16, Shift_JIS, EUC-JP, ISO-2022-JP, windows-1252); name it in charset, or convert the file to UTF-8',
  );
}

/** True for bytes with a NUL near their beginning that are no UTF-16: only that has NULs in texts. */
export function isBinary(bytes: Uint8Array): boolean {
  if (!bytes.subarray(0, declarationBytes).includes(0)) return false;
  return !(bomOf(bytes)?.startsWith('utf-16') ?? false) && utf16Of(bytes) === null;
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function nameOf(label: string): string {
  return new TextDecoder(label).encoding;
}

/**
 * A set that fits every byte proves nothing: a single-byte set whose bytes are strict UTF-8, or a set
 * of ASCII bytes whose text is full of the escapes of ISO-2022-JP is that.
 */
function isContradicted(text: string, label: string, bytes: Uint8Array): boolean {
  const name = nameOf(label);
  if (/^(?:windows-125|iso-8859-)/.test(name) && /[\u0080-\u00ff]/.test(text))
    return decodeStrictly(bytes, 'utf-8') !== null;
  const isWide = name === 'iso-2022-jp' || name.startsWith('utf-16');
  return !isWide && hasEscapes(bytes) && decodeStrictly(bytes, 'iso-2022-jp') !== null;
}

function declaredWithin(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const [, xml] = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head) ?? [];
  const [, meta] = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head) ?? [];
  const label = xml ?? meta;
  // A declaration that could be read byte by byte cannot be in UTF-16 (HTML, prescan of a byte stream).
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** A text with the set that was found. */
interface DetectedText {
  readonly text: string;
  readonly charset: string;
}

const sampleLength = 20_000;
/** The first of two that read equally well is taken. */
const candidates = ['shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'] as const;

/** Among the sets that decode strictly, the one whose text reads most like Japanese. */
export function detectCharset(bytes: Uint8Array): DetectedText | null {
  const wide = utf16Of(bytes);
  if (wide !== null) return wide;
  if (isWestern(bytes)) {
    const text = decodeStrictly(bytes, 'windows-1252');
    if (text !== null) return { text, charset: 'windows-1252' };
  }
  let best: (DetectedText & { readonly score: number }) | null = null;
  for (const charset of candidates) {
    const text = decodeStrictly(bytes, charset);
    if (text === null || (charset.startsWith('utf-16') && !readsAsUtf16(text, plainShare)))
      continue;
    const score = readability(text);
    if (best === null || score > best.score) best = { text, charset, score };
  }
  return best === null ? lastResort(bytes) : { text: best.text, charset: best.charset };
}

/** Marks of windows-1252 beside its letters: the euro, an ellipsis, quotes, dashes, a no-break space, degrees. */
const westernMarks: ReadonlySet<number> = new Set([
  0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xa3, 0xa7, 0xa9, 0xab, 0xae, 0xb0, 0xb7,
  0xbb, 0xbf,
]);
const westernShare = 0.95;

/**
 * True for text of a Western European language in windows-1252: nearly every byte past ASCII is a
 * mark or a letter that stands alone, or one of two letters within a word (`ö` and `ß`). Japanese sets
 * have longer runs, and lead bytes that are neither.
 */
function isWestern(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, sampleLength);
  let high = 0;
  let western = 0;
  for (let at = 0; at < end; at += 1) {
    const start = at;
    while (at < end && (bytes[at] ?? 0) >= 0x80) at += 1;
    const run = bytes.subarray(start, at);
    high += run.length;
    const isPair =
      run.length === 2 && isAsciiLetter(bytes[start - 1] ?? 0) && isAsciiLetter(bytes[at] ?? 0);
    if (run.length === 1 || isPair)
      western += run.filter((byte) => byte >= 0xc0 || westernMarks.has(byte)).length;
  }
  return high > 0 && western >= westernShare * high && high <= bytes.length / 4;
}

function isAsciiLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The last resort: a few kana are enough to detect the byte order of a text of kanji. */
function lastResort(bytes: Uint8Array): DetectedText | null {
  for (const charset of ['utf-16le', 'utf-16be'] as const) {
    const text = decodeStrictly(bytes, charset);
    if (text !== null && readsAsUtf16(text, leastShare)) return { text, charset };
  }
  return null;
}

/** True when the bytes hold an escape sequence of ISO-2022-JP. */
function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1)) {
    const second = bytes[at + 1];
    if (second === 0x24 || second === 0x28) return true;
  }
  return false;
}

/**
 * Decodes UTF-16 without a mark; null for other bytes. Its NULs reveal it; without NULs, many kana do, whose
 * bytes are ASCII letters and zeros (`あ` is `B0`) and thus strict UTF-8 too.
 */
function utf16Of(bytes: Uint8Array): DetectedText | null {
  if (bytes.length === 0 || bytes.length % 2 === 1) return null;
  const hasNul = bytes.includes(0);
  if (!hasNul && !bytes.includes(kanaHighByte)) return null;
  for (const charset of ['utf-16le', 'utf-16be'] as const) {
    const text = decodeStrictly(bytes, charset);
    if (text === null || !readsAsUtf16(text, plainShare)) continue;
    if (hasNul || (shareOf(kana, text) >= plainShare && !isHex(bytes))) return { text, charset };
  }
  return null;
}

const kanaHighByte = 0x30;
const kana = /[\u3041-\u3096\u30a1-\u30fc]/g;
const kanaOrAscii = /[\u3041-\u3096\u30a1-\u30fc\t\n\f\r -~]/g;
/** Read in the wrong byte order a text has almost none of these; 5,000 slices of texts have at least 0.3. */
const plainShare = 0.3;
const leastShare = 0.1;

function readsAsUtf16(text: string, leastPlain: number): boolean {
  if (/[\p{Cn}\p{Co}]|[^\P{Cc}\t\n\f\r]/u.test(text.slice(0, sampleLength))) return false;
  return shareOf(kanaOrAscii, text) >= leastPlain;
}

function shareOf(form: RegExp, text: string): number {
  const sample = text.slice(0, sampleLength);
  return (sample.match(form)?.length ?? 0) / Math.max(1, sample.length);
}

/** `A0B0C0` reads as kana in UTF-16, and is not. */
function isHex(bytes: Uint8Array): boolean {
  return /^[0-9a-f\s]*$/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, sampleLength)));
}

/** JIS X 0208 level 2 begins after these; common texts hardly use it. Half-width kana are rarer still. */
const weights: readonly { readonly form: RegExp; readonly weight: number }[] = [
  { form: /[\u3041-\u3096\u30a1-\u30fc]/g, weight: 3 },
  { form: /[\u3001\u3002\u300c\u300d\u30fb]/g, weight: 3 },
  { form: /[\u4e00-\u9fff]/g, weight: 1 },
  { form: /[\uff61-\uff9f]/g, weight: -3 },
  { form: /[\ue000-\uf8ff\u0080-\u009f]/g, weight: -6 },
  { form: /[\u0370-\u04ff\u2500-\u257f]/g, weight: -2 },
];

/** Weight of its characters per character: kana and common marks speak for a text, half-width kana and private ones against. */
function readability(text: string): number {
  const sample = text.slice(0, sampleLength);
  let score = 0;
  for (const { form, weight } of weights) score += weight * (sample.match(form)?.length ?? 0);
  return score / Math.max(1, sample.length);
}

/** Decodes the bytes; null when one byte does not fit, or the character set is unknown. */
function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
