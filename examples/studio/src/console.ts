import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

const folder = join(import.meta.dirname, '../console');

/** Returns the files of the console. Builds them at the first start; null when there is no console to build. */
export async function openConsole(report: (line: string) => void): Promise<StaticFiles | null> {
  const built = join(folder, 'dist');
  if (!existsSync(join(built, 'index.html')) && existsSync(join(folder, 'vite.config.ts'))) {
    report('building the console, once');
    await buildConsole();
  }
  return readStaticFiles(built, '');
}

async function buildConsole(): Promise<void> {
  const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', folder, '--logLevel', 'warn'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error('the console could not be built; see the messages above');
}
