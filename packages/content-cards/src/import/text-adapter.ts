import { fixedLimits } from '../model/limits.ts';
import { countCodePoints } from '../text/measure.ts';
import { decodeBytes } from './decode.ts';
import { ImportError } from './import-error.ts';
import { parseText } from './parse-text.ts';
import type { ImportAdapter, ImportContext, ImportWarning, LoadedSource } from './source.ts';

const binaryProbe = 1024;

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
    const { name, hash } = loaded;
    const parsed = parseText(text, {
      name,
      hash,
      blankLines: context.blankLines,
      locale: context.locale,
    });
    return { items: parsed.items, warnings: [...warnings, ...parsed.warnings], charset };
  },
};

/** The text of a source, with the warning for a declared character set that does not fit. */
export function decodeSource(
  { bytes, charset: declared, name }: LoadedSource,
  { locale }: Pick<ImportContext, 'locale'>,
): {
  readonly text: string;
  readonly charset: string;
  readonly warnings: readonly ImportWarning[];
} {
  refuseBinary(bytes);
  const { text, charset, mismatch } = decodeBytes(bytes, declared);
  if (text.length > fixedLimits.textLength && countCodePoints(text) > fixedLimits.textLength)
    throw new ImportError(`the text has more than ${fixedLimits.textLength} characters; split it`, {
      code: 'too_large',
    });
  const warnings: ImportWarning[] =
    mismatch === null
      ? []
      : [
          {
            code: 'charset_mismatch',
            source: name,
            message:
              locale === 'ja'
                ? `文字コードは ${mismatch} と宣言されていますが、${charset} として読みました。`
                : `The source says ${mismatch} but was read as ${charset}.`,
            params: { declared: mismatch, charset },
          },
        ];
  return { text, charset, warnings };
}

/** NULs are in no text but UTF-16, which has one at every other place. */
function refuseBinary(bytes: Uint8Array): void {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return;
  const head = bytes.subarray(0, binaryProbe);
  const at = head.indexOf(0);
  if (at === -1) return;
  const nuls = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  const places = new Set(
    Array.from(head.entries(), ([index, byte]) => (byte === 0 ? index % 2 : -1)),
  );
  places.delete(-1);
  if (places.size === 1 && nuls > head.length / 16 && bytes.length % 2 === 0) return;
  throw new ImportError('the source is binary, not text; pass an adapter for its type', {
    code: 'unsupported_type',
  });
}
