import { createHash } from 'node:crypto';
import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { contentTypeOfName, readContentType, sniff } from '../import/built-in-loaders.ts';
import { wrongKind } from '../import/import-error.ts';
import { maskUrl } from '../import/mask-url.ts';
import type { SourceLoader } from '../import/source.ts';
import { SafeFetchError } from './check-url.ts';
import type { SafeFetch } from './safe-fetch.ts';

const healingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Options of `createUrlLoader`. */
export interface UrlLoaderOptions {
  readonly fetch: SafeFetch;
}

/** Reads sources of the kind `url` through a safe fetch. */
export function createUrlLoader(options: UrlLoaderOptions): SourceLoader {
  checkOptions(options, 'fetch', 'createUrlLoader(options)');
  if (typeof options.fetch !== 'function' || Object.is(options.fetch, globalThis.fetch)) {
    const given = typeof options.fetch === 'function' ? 'the global fetch' : typeof options.fetch;
    throw new InvalidArgumentError(
      `expected options.fetch to be a safe fetch, got ${given}; pass createSafeFetch()`,
    );
  }
  return {
    kind: 'url',
    async load(ref, { signal, clock }) {
      if (ref.kind !== 'url') throw wrongKind('url');
      const { status, url, headers, body } = await options.fetch(
        ref.url,
        withoutUndefined({ signal }),
      );
      if (!ArrayBuffer.isView(body)) {
        throw new InvalidArgumentError(
          'expected options.fetch to return a body of bytes; pass createSafeFetch(), or a function with its result',
        );
      }
      if (status < 200 || status > 299) throw statusError(status, headers, clock.now());
      const { contentType, charset } = readContentType(headers.get('content-type') ?? '');
      const declared = contentType === 'application/octet-stream' ? '' : contentType;
      return {
        name: maskUrl(ref.url),
        url,
        bytes: body,
        contentType: declared || sniff(body) || contentTypeOfName(new URL(url).pathname),
        retrievedAt: clock.now().toISOString(),
        hash: `sha256:${createHash('sha256').update(body).digest('hex')}`,
        ...withoutUndefined({ charset }),
      };
    },
  };
}

function statusError(status: number, headers: Headers, now: Date): SafeFetchError {
  const wait = retryAfter(headers.get('retry-after'), now);
  return new SafeFetchError('status_error', `the server answered ${status}`, {
    retryable: healingStatuses.has(status) || status >= 500,
    ...withoutUndefined({ retryAfterMs: wait }),
  });
}

/** Seconds or a date (RFC 9110 10.2.3). */
function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
