import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes files by path; each appears whole or not at all. Folders are created. The partial file has a
 * random name and is created, never opened, so a link that waits at its name is not followed.
 */
export function writeWhole(
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(path), { recursive: true });
    const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
    try {
      writeFileSync(partial, content, { flag: 'wx' });
      renameSync(partial, path);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  }
}
