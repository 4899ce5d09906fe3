import { ImportError } from './import-error.ts';
import { detectCharset, hasEscapes, utf16Of } from './detect-charset.ts';
import { decodeStrictly } from './decode-strictly.ts';

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
  throw new ImportError(
    'the character set was not recognised (tried: UTF-8, UTF-16, Shift_JIS, EUC-JP, ISO-2022-JP, windows-1252); name it in charset, or convert the file to UTF-8',
    { code: 'charset_unknown' },
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
 * Sets that fit everything say nothing. A single-byte set whose bytes are strict UTF-8 is that; a set
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
  // What could be read byte by byte is no UTF-16, whatever it says (HTML, prescan of a byte stream).
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
