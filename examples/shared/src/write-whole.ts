import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Creates a folder and those above it, one by one: below a place that takes no folder, such as `/proc`,
 * the recursive form of Node does not return.
 */
export function makeFolder(path: string, mode?: number): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder()) throw error;
  }
}

/**
 * Writes files by path; each appears whole or not at all. Folders are created. The partial file has a
 * random name and is created, never opened, so a link that waits at its name is not followed.
 */
export function writeWhole(
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): void {
  for (const [path, content] of files) {
    makeFolder(dirname(path));
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
