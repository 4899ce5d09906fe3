import { join } from 'node:path';
import { writeWhole } from '@kanmon/example-shared/write-whole';

/** The files of a run. They are kept in memory until the run is over, so none is half-written. */
export interface Artefacts {
  add(name: string, content: string | Uint8Array): void;
  /** As `add`, for a value written as indented JSON. */
  addJson(name: string, value: unknown): void;
  readonly names: readonly string[];
  /** Writes all files; each appears whole or not at all. */
  write(directory: string): void;
}

/** A fresh, empty collection. */
export function createArtefacts(): Artefacts {
  const files = new Map<string, string | Uint8Array>();
  return {
    add: (name, content) => void files.set(name, content),
    addJson: (name, value) => void files.set(name, `${JSON.stringify(value, null, 2)}\n`),
    get names() {
      return [...files.keys()];
    },
    write(directory) {
      writeWhole([...files].map(([name, content]) => [join(directory, name), content]));
    },
  };
}
