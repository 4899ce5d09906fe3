import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@kanmon/core';

/** Texts by the SHA-256 of their UTF-8 bytes, in a folder beside the journal; the journal has hashes only. */
export interface Artefacts {
  /** Keeps a text; gives its hash. The same text twice is one file. */
  put(text: string): string;
  /** Null when the text is missing, or when the file was damaged. */
  get(hash: string): string | null;
}

const hashPattern = /^[0-9a-f]{64}$/u;

/** Opens the folder. Files appear under their name whole or not at all. */
export function openArtefacts(directory: string): Artefacts {
  let written = 0;
  const pathOf = (hash: string): string => join(directory, hash.slice(0, 2), hash.slice(2));
  const get = (hash: string): string | null => {
    // A hash comes from the journal; anything else must not become a path.
    if (!hashPattern.test(hash)) return null;
    const text = readIfThere(pathOf(hash));
    return text !== null && sha256Hex(text) === hash ? text : null;
  };
  return {
    get,
    put(text) {
      const hash = sha256Hex(text);
      if (get(hash) !== null) return hash;
      mkdirSync(join(directory, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
      written += 1;
      const draft = join(directory, `.draft-${process.pid}-${written}`);
      writeDurably(draft, text);
      renameSync(draft, pathOf(hash));
      return hash;
    },
  };
}

/** On the disk before it gets its name: a machine that stops leaves no half text under a hash. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    const bytes = Buffer.from(text, 'utf8');
    let done = 0;
    while (done < bytes.length) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
