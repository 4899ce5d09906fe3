import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Ending } from '@kanmon/example-shared/testing';
import { askDeck, folder, runDeck } from './run-deck.ts';

export const inputs = join(folder, 'inputs');
export const spec = join(inputs, 'spec.json');

/** A fresh working directory for each test of a file. */
export interface WorkingFolder {
  readonly path: string;
  /** Path of a file in it. */
  at(name: string): string;
  deck(...args: readonly string[]): Promise<Ending>;
  ask(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  read(name: string): unknown;
  write(name: string, content: string): void;
}

/** Makes the folder before each test and removes it afterwards. */
export function useWorkingFolder(): WorkingFolder {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'kanmon-deck-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  const at = (name: string) => join(path, name);
  return {
    get path() {
      return path;
    },
    at,
    deck: (...args) => runDeck(path, args),
    ask: (...args) => askDeck(path, args),
    read(name) {
      const value: unknown = JSON.parse(readFileSync(at(name), 'utf8'));
      return value;
    },
    write: (name, content) => writeFileSync(at(name), content),
  };
}
