import { execFileSync } from 'node:child_process';

/** Returns the milliseconds from start to end of an import in a separate process. */
export function coldImport(specifier: string): number {
  const script = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(output);
}
