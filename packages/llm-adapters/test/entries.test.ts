import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const source = new URL('../src/', import.meta.url);

/** Every source file an entry reaches, and the packages it names on the way. */
function reach(entry: string): {
  readonly files: readonly string[];
  readonly packages: readonly string[];
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (url: URL): void => {
    if (files.has(url.href)) return;
    files.add(url.href);
    const text = readFileSync(url, 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (specifier.startsWith('.')) visit(new URL(specifier, url));
      else packages.add(specifier);
    }
  };
  visit(new URL(entry, source));
  return { files: [...files], packages: [...packages].toSorted() };
}

describe('entries', () => {
  const entries = readdirSync(source).filter((name) => name.endsWith('.ts'));

  it.each(entries.filter((name) => name !== 'file.ts'))('%s names no package but core', (entry) => {
    for (const name of reach(entry).packages)
      expect(name).toMatch(/^@kanmon\/core(?:\/(?:gate|json|kit|stream))?$/);
  });

  it('file.ts adds Node and nothing else', () => {
    const others = reach('file.ts').packages.filter((name) => !name.startsWith('@kanmon/core'));
    expect(others).toEqual(['node:fs/promises', 'node:path']);
  });

  it('importing the root loads no SDK', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      await import(${JSON.stringify(new URL('index.ts', source).href)});
      console.log(JSON.stringify(loaded));`;
    const { stdout } = await run(process.execPath, [
      '--conditions=@kanmon/source',
      '--input-type=module',
      '--eval',
      script,
    ]);
    expect(stdout).toContain('llm-adapters/src/index.ts');
    expect(stdout).not.toMatch(/openai@|anthropic-ai|@aws-sdk|@ai-sdk|opentelemetry|\/ai@/);
  });
});
