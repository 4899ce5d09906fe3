import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { hasChromium } from '@kanmon/test-support/browser';

/** Builds the console once for all its tests. */
export function setup(): void {
  if (!hasChromium) return;
  const studio = join(import.meta.dirname, '..');
  const vite = join(studio, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', join(studio, 'console'), '--logLevel', 'warn']);
}
