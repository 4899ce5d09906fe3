import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@kanmon/core';

/** Manuscripts by the SHA-256 of their UTF-8 bytes. No history holds a text, so they live beside it. */
export interface TextStore {
  read(hash: string): string | null;
  write(text: string): string;
}

const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 bytes; a lone surrogate counts as U+FFFD, as issue-tracker counts it. */
export function hashOf(text: string): string {
  return sha256Hex(encoder.encode(text));
}

/** Texts kept in memory; the oldest give way when there are more than this. */
const maxInMemory = 200;

/** Texts that end with the process. */
export function createMemoryTextStore(): TextStore {
  const texts = new Map<string, string>();
  return {
    read: (hash) => texts.get(hash) ?? null,
    write(text) {
      const hash = hashOf(text);
      texts.delete(hash);
      texts.set(hash, text);
      const [oldest] = texts.keys();
      if (texts.size > maxInMemory && oldest !== undefined) texts.delete(oldest);
      return hash;
    },
  };
}

const hashPattern = /^[0-9a-f]{64}$/u;

/** Texts in a folder, one file each, named by their hash and never written twice. */
export function createFolderTextStore(folder: string): TextStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const read = (hash: string): string | null => {
    if (!hashPattern.test(hash)) return null;
    try {
      return readFileSync(join(folder, hash), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    read,
    write(text) {
      const hash = hashOf(text);
      if (read(hash) !== null) return hash;
      const partial = join(folder, `.${hash}.${process.pid}`);
      writeFileSync(partial, text, { mode: 0o600 });
      renameSync(partial, join(folder, hash));
      return hash;
    },
  };
}
