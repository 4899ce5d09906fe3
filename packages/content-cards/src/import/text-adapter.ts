import { decodeBytes, isBinary } from './decode.ts';
import { importError } from './import-error.ts';
import { parseText } from './parse-text.ts';
import {
  derivedTitle,
  type ImportAdapter,
  type ImportContext,
  importWarning,
  type ImportWarning,
  type LoadedSource,
} from './source.ts';
import { fixedLimits } from '../model/limits.ts';
import { countCodePoints } from '../text/measure.ts';

/** Plain text and Markdown in any of the character sets. */
export const textAdapter: ImportAdapter = {
  kind: 'text',
  accepts({ contentType, name }) {
    if (/^text\/(?:plain|markdown|x-markdown)$/.test(contentType)) return 0.9;
    if (/\.(?:txt|md|markdown|text)$/i.test(name)) return 0.8;
    return contentType === '' || contentType === 'application/octet-stream' ? 0.2 : 0;
  },
  read(loaded, context) {
    const { text, charset, warnings } = decodeSource(loaded, context);
    refuseLongText(text);
    const { blankLines, locale } = context;
    const { name, hash } = loaded;
    const title = derivedTitle(loaded, locale);
    const parsed = parseText(text, { name, hash, title, blankLines, locale });
    return { items: parsed.items, warnings: [...warnings, ...parsed.warnings], charset };
  },
};

/** The text of a source, with the warning for a declared character set that does not fit. */
export function decodeSource(
  { bytes, text: given, charset: declared, name }: LoadedSource,
  { locale }: Pick<ImportContext, 'locale'>,
): {
  readonly text: string;
  readonly charset: string;
  readonly warnings: readonly ImportWarning[];
} {
  if (isBinary(bytes))
    throw importError(
      'unsupported_type',
      'the source is binary, not text; pass an adapter for its type',
    );
  if (given !== undefined) return { text: given, charset: 'utf-8', warnings: [] };
  const { text, charset, mismatch } = decodeBytes(bytes, declared);
  if (mismatch === null) return { text, charset, warnings: [] };
  const texts = {
    ja: `文字コードは ${mismatch} と宣言されていますが、${charset} として読みました。`,
    en: `The source says ${mismatch} but was read as ${charset}.`,
  };
  const params = { declared: mismatch, charset };
  return {
    text,
    charset,
    warnings: [importWarning('charset_mismatch', name, locale, texts, params)],
  };
}

/** Throws `too_large` for more text than one import takes. */
export function refuseLongText(text: string): void {
  const { textLength } = fixedLimits;
  if (text.length > textLength && countCodePoints(text) > textLength)
    throw importError('too_large', `the text has more than ${textLength} characters; split it`);
}
