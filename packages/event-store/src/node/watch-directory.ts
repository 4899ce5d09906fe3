import { watch } from 'node:fs';

/**
 * Calls `wake` when a file in a directory changes, of those with a name that begins with `prefix`; returns the
 * function that ends it. Where the platform cannot watch, it calls nothing: followers also look now and then.
 */
export function watchDirectory(directory: string, prefix: string, wake: () => void): () => void {
  try {
    // The watcher does not keep the process alive: the work that a follower waits for does.
    const watcher = watch(directory, { persistent: false }, (_, name) => {
      if (name === null || name.startsWith(prefix)) wake();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
