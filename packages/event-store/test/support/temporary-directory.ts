import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh directory on a real disk and the way to be rid of it. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'kanmon-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
