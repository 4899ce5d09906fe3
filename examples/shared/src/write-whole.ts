import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes files by path; each appears whole or not at all. Folders are made. */
export function writeWhole(
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(path), { recursive: true });
    const partial = join(dirname(path), `.${basename(path)}.partial`);
    writeFileSync(partial, content);
    renameSync(partial, path);
  }
}
