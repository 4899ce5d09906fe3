import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runDeck } from './run-deck.ts';
import { spec, useWorkingFolder } from './working-folder.ts';

const place = useWorkingFolder();

describe('what is shown', () => {
  it('is English when asked for', async () => {
    const { stdout } = await place.deck('--help', '--lang', 'en');
    expect(stdout).toContain('from sources to approved cards');
    expect((await place.deck('list', '--lang', 'en')).stderr).toContain('there is no such deck');
  });

  it('gives the terminal no orders', async () => {
    const name = 'note\u001B[2J\u202E.txt';
    place.write(name, '値段');
    const { code, stdout, stderr } = await place.deck('import', name);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('note\uFFFD[2J\uFFFD.txt');
    expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
  });

  it('shows prompt and answer with -v and --debug, in the files that were named', async () => {
    const log = ['--ai-output', 'log/ai.json', '--ai-meta', 'log/meta.json'];
    const short = await place.deck(spec, '-v', ...log);
    expect(short.stderr).toContain('content.baseline');
    expect(short.stderr).not.toContain('データ欄');
    expect(readdirSync(place.at('log')).toSorted()).toEqual(['ai.json', 'meta.json']);
    expect((await place.deck(spec, '--debug', '--deck', 'second')).stderr).toContain('データ欄');
  });

  it('is a doctor that changes nothing and reads no key out', async () => {
    const answer = await runDeck(place.path, ['doctor', '--json'], {
      OPENAI_API_KEY: 'sk-secret-value',
    });
    expect(answer.code).toBe(0);
    expect(answer.stdout).not.toContain('sk-secret-value');
    const { parts } = JSON.parse(answer.stdout) as { parts: { name: string; present: boolean }[] };
    const states = new Map(parts.map(({ name, present }) => [name, present]));
    expect([...states.keys()].slice(0, 4)).toEqual([
      'unpdf',
      'pdfjs-dist',
      'soffice',
      'poppler-data',
    ]);
    expect(states.get('unpdf')).toBe(true);
    expect(states.get('KANMON_LLM_PROVIDER=openai')).toBe(true);
    expect(states.get('KANMON_LLM_PROVIDER=claude')).toBe(false);
    expect(readdirSync(place.path)).toEqual([]);
  });
});
