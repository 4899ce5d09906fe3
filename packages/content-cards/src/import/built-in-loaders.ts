import { sha256Hex } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { wrongKind } from './import-error.ts';
import type { LoadedSource, SourceLoader } from './source.ts';

const encoder = new TextEncoder();

/** Texts that the caller has at hand. */
export const textLoader: SourceLoader = {
  kind: 'text',
  load(ref, { clock }) {
    if (ref.kind !== 'text') return Promise.reject(wrongKind('text'));
    const named = contentTypeOfName(ref.name ?? '');
    return Promise.resolve({
      ...loaded(encoder.encode(ref.text), ref.name, ref.kind, clock),
      text: ref.text,
      // A text is not a PDF, whatever its name is.
      contentType: named === '' || named === 'application/pdf' ? 'text/plain' : named,
      charset: 'utf-8',
    });
  },
};

/** Bytes that the caller has at hand. */
export const bytesLoader: SourceLoader = {
  kind: 'bytes',
  load(ref, { clock }) {
    if (ref.kind !== 'bytes') return Promise.reject(wrongKind('bytes'));
    const { contentType, charset } = readContentType(ref.contentType ?? '');
    const declared = ref.charset ?? charset;
    return Promise.resolve({
      ...loaded(ref.bytes, ref.name, ref.kind, clock),
      contentType: contentType || contentTypeOfName(ref.name ?? '') || sniff(ref.bytes),
      ...withoutUndefined({ charset: declared }),
    });
  },
};

function loaded(
  bytes: Uint8Array,
  name: string | undefined,
  kind: string,
  clock: { now(): Date },
): Omit<LoadedSource, 'contentType'> {
  return {
    name: name ?? kind,
    isUnnamed: name === undefined,
    bytes,
    retrievedAt: clock.now().toISOString(),
    hash: `sha256:${sha256Hex(bytes)}`,
  };
}

/** `text/html; charset=euc-jp` in its parts. */
export function readContentType(header: string): {
  readonly contentType: string;
  readonly charset?: string;
} {
  const [type = '', ...parameters] = header.split(';');
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'charset') continue;
    const charset = value.trim().replaceAll(/^["']|["']$/g, '');
    if (charset !== '') return { contentType: type.trim().toLowerCase(), charset };
  }
  return { contentType: type.trim().toLowerCase() };
}

const types: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['json', 'application/json'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['pdf', 'application/pdf'],
]);

/** The type that the extension of a name stands for, or ''. */
export function contentTypeOfName(name: string): string {
  const [, extension = ''] = /\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  return types.get(extension.toLowerCase()) ?? '';
}

/** Detects PDFs and HTML pages by their first bytes; returns '' for anything else, which the adapters examine. */
export function sniff(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  if (head.startsWith('%PDF-')) return 'application/pdf';
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)[\s>]/i.test(head) ? 'text/html' : '';
}
