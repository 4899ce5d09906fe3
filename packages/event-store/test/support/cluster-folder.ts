import type { TestProject } from 'vitest/node';
import { temporaryDirectory } from './temporary-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the cluster that the first server of this run makes and the others copy. */
    readonly clusterFolder?: string;
  }
}

/** Creates the folder before the tests of the project and removes it afterwards. */
export function setup(project: TestProject): () => void {
  const { path, remove } = temporaryDirectory();
  project.provide('clusterFolder', path);
  return remove;
}
