import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { hasChromium } from '@kanmon/test-support/browser';

/** Builds the site once for all its tests, unless `KANMON_SITE_BUILT` is set because it was built just now. */
export function setup(): void {
  if (!hasChromium || process.env['KANMON_SITE_BUILT'] !== undefined) return;
  const site = join(import.meta.dirname, '..');
  const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build', site], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
