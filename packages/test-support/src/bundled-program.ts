import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of the bundle of a child in `test/children/` (config/bundle-programs.ts). It starts in a third of
 * the time of the source.
 */
export function bundledProgram(source: URL): string {
  const folder = process.env['KANMON_PROGRAMS'];
  if (folder === undefined) throw new Error('only tests have bundled programs');
  return join(folder, fileURLToPath(source).replace(/ts$/, 'mjs'));
}
