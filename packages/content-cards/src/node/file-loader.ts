import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkOptions } from '@kanmon/core/kit';
import { contentTypeOfName, sniff } from '../import/built-in-loaders.ts';
import { importError, wrongKind } from '../import/import-error.ts';
import type { SourceLoader } from '../import/source.ts';
import { checkLimits } from './check-limits.ts';

/** Options of `createFileLoader`. */
export interface FileLoaderOptions {
  /** @default 50_000_000 */
  readonly maxBytes?: number;
}

/** Reads sources of the kind `file`. The path is the caller's own: pass none that came from outside. */
export function createFileLoader(options: FileLoaderOptions = {}): SourceLoader {
  checkOptions(options, 'maxBytes', 'createFileLoader(options)');
  const { maxBytes = 50_000_000 } = options;
  checkLimits({ maxBytes });
  return {
    kind: 'file',
    async load(ref, { clock }) {
      if (ref.kind !== 'file') throw wrongKind('file');
      const bytes = await readFile(ref.path, maxBytes);
      const name = basename(ref.path);
      return {
        name,
        bytes,
        contentType: contentTypeOfName(name) || sniff(bytes),
        retrievedAt: clock.now().toISOString(),
        hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      };
    },
  };
}

async function readFile(path: string, maxBytes: number): Promise<Uint8Array> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would never return.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw importError(
      'file_not_readable',
      `the file ${basename(path)} cannot be opened; check its path`,
      cause,
    );
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw importError('file_not_readable', `${basename(path)} is no file`);
    if (stats.size > maxBytes)
      throw importError('too_large', `the file has more than ${maxBytes} bytes`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
