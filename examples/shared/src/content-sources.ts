import type { ImportAdapter, SourceLoader, SourceRef } from '@kanmon/content-cards';
import { createFileLoader } from '@kanmon/content-cards/file';
import { createHtmlAdapter } from '@kanmon/content-cards/html';
import { createPdfAdapter, createPdfjsEngine, type PdfEngine } from '@kanmon/content-cards/pdf';
import { createSafeFetch, createUrlLoader, type SafeFetchOptions } from '@kanmon/content-cards/url';
import { InvalidArgumentError } from '@kanmon/core';
import { UsageError } from './usage-error.ts';

/** Sources that a person at a terminal allows besides public addresses. */
export interface SourceOptions {
  /** CIDR ranges, for example `10.0.0.0/8`. @default [] */
  readonly allowAddresses?: readonly string[];
  /** @default createPdfjsEngine() */
  readonly pdfEngine?: PdfEngine;
}

/** A path or an address as a person types it, as a source. */
export function sourceOf(text: string, licensed?: boolean): SourceRef {
  const rights = licensed === undefined ? {} : { licensed };
  return isUrl(text)
    ? { kind: 'url', url: text, ...rights }
    : { kind: 'file', path: text, ...rights };
}

/** Loaders and adapters for files, addresses, PDF and HTML. Throws `UsageError` for a range that is not CIDR. */
export function sourceTools(options: SourceOptions = {}): {
  readonly loaders: readonly SourceLoader[];
  readonly adapters: readonly ImportAdapter[];
} {
  const { allowAddresses = [], pdfEngine = createPdfjsEngine() } = options;
  checkRanges(allowAddresses);
  return {
    loaders: [createFileLoader(), typedUrlLoader(allowAddresses)],
    adapters: [createPdfAdapter({ engine: pdfEngine }), createHtmlAdapter()],
  };
}

/** A wrong range is found before a source is read, also when no source is an address. */
function checkRanges(allowAddresses: readonly string[]): void {
  for (const range of allowAddresses) {
    try {
      createSafeFetch({ allowAddresses: [range] });
    } catch (error) {
      if (!InvalidArgumentError.isInstance(error)) throw error;
      const got = JSON.stringify(range);
      throw new UsageError(`--allow-address takes a range such as 10.0.0.0/8, got ${got}`, error);
    }
  }
}

/** A fetch for each address, so that what one of them may reach is not open to the others. */
function typedUrlLoader(allowAddresses: readonly string[]): SourceLoader {
  return {
    kind: 'url',
    load(ref, context) {
      const own = ref.kind === 'url' ? permissionOf(ref.url) : {};
      const fetch = createSafeFetch({
        ...own,
        allowAddresses: [...allowAddresses, ...(own.allowAddresses ?? [])],
      });
      return createUrlLoader({ fetch }).load(ref, context);
    },
  };
}

const publicPorts = [80, 443];
/** The loopback hosts as a URL parser writes them, with the range of each. */
const loopbackRanges: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.0/8', '::1/128'],
  '[::1]': ['::1/128'],
};

/**
 * A user who types a loopback address intends it: that address and that port are open to it, and
 * to nothing that merely redirects there (decision 35).
 */
function permissionOf(text: string): Pick<SafeFetchOptions, 'allowAddresses' | 'ports'> {
  if (!URL.canParse(text)) return {};
  const { hostname, port } = new URL(text);
  const ports = port === '' ? publicPorts : [...publicPorts, Number(port)];
  const ranges = /^127\.\d+\.\d+\.\d+$/.test(hostname)
    ? [`${hostname}/32`]
    : loopbackRanges[hostname];
  return ranges === undefined ? { ports } : { ports, allowAddresses: ranges };
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(text);
}
