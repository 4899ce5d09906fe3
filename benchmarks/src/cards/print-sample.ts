import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sample } from './documents.ts';

/** The program that prints a sample; `KANMON_CHROMIUM` and `KANMON_SOFFICE` name other programs. */
export const programs: Readonly<Record<Sample['writer'], string>> = {
  chromium: process.env['KANMON_CHROMIUM'] ?? 'chromium',
  libreoffice: process.env['KANMON_SOFFICE'] ?? 'soffice',
};

/** True when the folder has the PDF of a sample, printed from exactly this source. */
export function isPrinted({ name, source }: Sample, folder: string): boolean {
  const kept = join(folder, `${name}.source`);
  return (
    existsSync(join(folder, `${name}.pdf`)) &&
    existsSync(kept) &&
    readFileSync(kept, 'utf8') === source
  );
}

/** The PDF of a sample: printed once, then kept in the folder. */
export function printSample(sample: Sample, folder: string): Uint8Array {
  const { name, writer, source } = sample;
  const path = join(folder, `${name}.pdf`);
  if (!isPrinted(sample, folder)) {
    mkdirSync(folder, { recursive: true });
    const work = mkdtempSync(join(tmpdir(), 'kanmon-print-'));
    if (writer === 'chromium') printHtml(source, path, work);
    else printText(source, name, folder, work);
    rmSync(work, { recursive: true, force: true });
    writeFileSync(join(folder, `${name}.source`), source);
  }
  return new Uint8Array(readFileSync(path));
}

function printHtml(source: string, path: string, work: string): void {
  const input = join(work, 'input.html');
  writeFileSync(input, source);
  const settings = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
  run(programs.chromium, [
    ...settings,
    `--user-data-dir=${join(work, 'profile')}`,
    `--print-to-pdf=${path}`,
    pathToFileURL(input).href,
  ]);
}

function printText(source: string, name: string, folder: string, work: string): void {
  const input = join(work, `${name}.fodt`);
  writeFileSync(input, source);
  run(programs.libreoffice, [
    `-env:UserInstallation=${pathToFileURL(join(work, 'profile')).href}`,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    input,
  ]);
}

function run(file: string, args: readonly string[]): void {
  execFileSync(file, args, { stdio: 'ignore', timeout: 120_000 });
}
