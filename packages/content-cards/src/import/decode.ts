import Encoding from 'encoding-japanese';
import { ImportError } from './import-error.ts';

/** A text with the character set it was read in. */
export interface Decoded {
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
  if (marked !== null) {
    const text = strictly(bytes, marked);
    if (text !== null) return { text, charset: marked, mismatch: null };
  }
  let mismatch: string | null = null;
  for (const label of [declared, declaredWithin(bytes)]) {
    if (label === undefined) continue;
    const text = strictly(bytes, label);
    if (text !== null && !isSuspicious(text, label, bytes))
      return { text, charset: nameOf(label), mismatch };
    mismatch ??= label;
  }
  // ISO-2022-JP is pure ASCII bytes: strict UTF-8 would take its escape sequences for text.
  const escaped = hasEscape(bytes) ? strictly(bytes, 'iso-2022-jp') : null;
  if (escaped !== null) return { text: escaped, charset: 'iso-2022-jp', mismatch };
  const text = strictly(bytes, 'utf-8');
  if (text !== null && !looksLikeUtf16(bytes)) return { text, charset: 'utf-8', mismatch };
  const found = detect(bytes);
  if (found !== null) return { ...found, mismatch };
  throw new ImportError(
    'the character set is none that we know; name it, or convert the file to UTF-8',
    {
      code: 'charset_unknown',
    },
  );
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function strictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function nameOf(label: string): string {
  return new TextDecoder(label).encoding;
}

/** A single-byte set fits everything, so it says nothing; if the bytes are strict UTF-8, they are that. */
function isSuspicious(text: string, label: string, bytes: Uint8Array): boolean {
  const name = nameOf(label);
  return (
    /^(?:windows-125|iso-8859-)/.test(name) &&
    /[\u0080-\u00ff]/.test(text) &&
    strictly(bytes, 'utf-8') !== null
  );
}

function declaredWithin(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head);
  const meta = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head);
  return xml?.[1] ?? meta?.[1];
}

function hasEscape(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length - 2; index += 1) {
    if (bytes[index] !== 0x1b) continue;
    const second = bytes[index + 1];
    if (second === 0x24 || second === 0x28) return true;
  }
  return false;
}

/** Text without a NUL is never UTF-16 for us; with many at every other place it is. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  return utf16Guess(bytes) !== null;
}

function utf16Guess(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, declarationBytes);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (even + odd < sample.length / 16 || even + odd === 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const candidates = ['shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'] as const;
/** Any even number of bytes is UTF-16 of something; Japanese text has at least this share of kana. */
const kanaShare = 0.15;
const detectedNames: ReadonlyMap<string, string> = new Map([
  ['SJIS', 'shift_jis'],
  ['EUCJP', 'euc-jp'],
  ['JIS', 'iso-2022-jp'],
  ['UTF16LE', 'utf-16le'],
  ['UTF16BE', 'utf-16be'],
  ['UTF16', 'utf-16be'],
]);

/** Among the sets that decode strictly, the one whose text reads most like Japanese; detection breaks ties. */
function detect(bytes: Uint8Array): { readonly text: string; readonly charset: string } | null {
  const wide = utf16Guess(bytes);
  const wideText = wide === null ? null : strictly(bytes, wide);
  if (wide !== null && wideText !== null) return { text: wideText, charset: wide };
  const guess = Encoding.detect(bytes, ['SJIS', 'EUCJP', 'JIS', 'UTF16']);
  const preferred = typeof guess === 'string' ? detectedNames.get(guess) : undefined;
  let best: { readonly text: string; readonly charset: string; readonly score: number } | null =
    null;
  for (const charset of new Set([...(preferred === undefined ? [] : [preferred]), ...candidates])) {
    const text = strictly(bytes, charset);
    if (text === null) continue;
    if (charset.startsWith('utf-16') && (text.match(kana)?.length ?? 0) < kanaShare * text.length)
      continue;
    const score = readability(text);
    if (best === null || score > best.score) best = { text, charset, score };
  }
  return best === null ? null : { text: best.text, charset: best.charset };
}

const kana = /[\u3041-\u3096\u30a1-\u30fc]/gu;
const sampleLength = 20_000;
/** JIS X 0208 level 2 begins after these; common texts hardly use it. Half-width kana are rarer still. */
const weights: readonly { readonly form: RegExp; readonly weight: number }[] = [
  { form: /[\u3041-\u3096\u30a1-\u30fc]/gu, weight: 3 },
  { form: /[\u3001\u3002\u300c\u300d\u30fb]/gu, weight: 3 },
  { form: /[\u4e00-\u9fff]/gu, weight: 1 },
  { form: /[\uff61-\uff9f]/gu, weight: -3 },
  { form: /[\ue000-\uf8ff\u0080-\u009f]/gu, weight: -6 },
  { form: /[\u0370-\u04ff\u2500-\u257f]/gu, weight: -2 },
];

/** Weight of its characters per character: kana and common marks speak for a text, half-width kana and private ones against. */
function readability(text: string): number {
  const sample = text.slice(0, sampleLength);
  let score = 0;
  for (const { form, weight } of weights) score += weight * (sample.match(form)?.length ?? 0);
  return score / Math.max(1, sample.length);
}
