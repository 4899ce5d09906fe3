import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CassetteStore } from './cassette/cassette.ts';
import { asRecord } from './wire/read.ts';

export type { CassetteStore };

/** A cassette in a file, made with its folder when the first line is written. One process at a time. */
export function createFileCassetteStore(path: string): CassetteStore {
  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (asRecord(error)['code'] === 'ENOENT') return '';
        throw error;
      }
    },
    async append(text) {
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, text, 'utf8');
    },
    async replace(text) {
      // A rename is whole or not at all; writing in place could tear the file a second time.
      const draft = `${path}.draft`;
      await writeFile(draft, text, 'utf8');
      await rename(draft, path);
    },
  };
}
