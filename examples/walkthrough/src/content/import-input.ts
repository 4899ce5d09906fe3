import { resolve } from 'node:path';
import { ContentImportError, type ImportResult, importSources } from '@kanmon/content-cards';
import type { Clock, Locale } from '@kanmon/core';
import { sourceOf, sourceTools } from '@kanmon/example-shared/content-sources';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { deckId } from './import-brief.ts';

/** The document that the user names on the command line. */
export interface Input {
  /** A path or an address. */
  readonly source: string;
  readonly allowAddresses: readonly string[];
  /** The base folder of a relative path. */
  readonly directory: string;
}

/** Reads the user's own document as a whole, before anything else begins; throws `UsageError`. */
export async function importInput(
  { source, allowAddresses, directory }: Input,
  { locale, clock }: { readonly locale: Locale; readonly clock: Clock },
): Promise<ImportResult> {
  const ref = sourceOf(source);
  const place = ref.kind === 'file' ? { ...ref, path: resolve(directory, ref.path) } : ref;
  try {
    return await importSources([place], {
      ...sourceTools({ allowAddresses }),
      locale,
      clock,
      spec_id: deckId,
    });
  } catch (error) {
    if (!(error instanceof ContentImportError)) throw error;
    const reason = error.message.replaceAll(/\s+/g, ' ');
    throw new UsageError(`--input cannot be read: ${reason} (${error.code})${adviceOn(error)}`);
  }
}

function adviceOn({ code }: ContentImportError): string {
  return code === 'address_refused'
    ? '; --allow-address opens a range, for example --allow-address 10.0.0.0/8'
    : '';
}
