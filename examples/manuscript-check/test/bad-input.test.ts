import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startProgram } from '@kanmon/example-shared/testing';
import { describe, expect, it } from 'vitest';
import { type Desk, jsonHere, openDesk, runHere } from './support/desk.ts';

const text = 'The shelf stands near the door.\n';

describe('a manuscript that cannot be read', () => {
  const cases: readonly (readonly [string, string, (desk: Desk, path: string) => void])[] = [
    ['missing', 'missing', () => undefined],
    ['a folder', 'no-file', (_desk, path) => mkdirSync(path)],
    ['empty', 'empty', (_desk, path) => writeFileSync(path, '')],
    ['blank', 'empty', (_desk, path) => writeFileSync(path, ' \n\t\n')],
    ['binary', 'binary', (_desk, path) => writeFileSync(path, Buffer.from([80, 75, 3, 4, 0, 1]))],
    [
      'Shift_JIS',
      'encoding',
      (_desk, path) => writeFileSync(path, Buffer.from('93fa967b8cea', 'hex')),
    ],
    [
      'UTF-16',
      'binary',
      (_desk, path) => writeFileSync(path, Buffer.from(`\uFEFF${text}`, 'utf16le')),
    ],
    ['one line of 1 MB', 'long-line', (_desk, path) => writeFileSync(path, 'あ'.repeat(350_000))],
    ['too large', 'too-large', (_desk, path) => writeFileSync(path, text.repeat(80_000))],
  ];
  it.each(cases)('%s', async (_name, reason, make) => {
    const desk = openDesk();
    const path = desk.path('input.md');
    make(desk, path);
    const { code, json } = await jsonHere(desk, ['check', path]);
    expect(code).toBe(4);
    expect(json.problem).toMatchObject({ kind: 'unreadable', reason });
    expect(json.message).toContain(path);
    // Nothing was begun: there is nothing to see and nothing to resume.
    expect((await runHere(desk, ['status'])).output).toBe('まだ何も点検していません。\n');
  });
});

describe('a command line that cannot be understood', () => {
  it.each([
    [['chekc', 'x.md'], /"chekc"/u],
    [['check'], /check <file>/u],
    [['status', 'a.md'], /unresolved/u],
    [['check', 'a.md', 'b.md'], /b\.md/u],
    [['check', 'a.md', '--speed', '9'], /--speed/u],
    [['check', 'a.md', '--lang', 'fr'], /ja、en のどれかにしてください（--lang: "fr"）/u],
    [['polish', 'a.md', '--rounds', '0'], /--rounds は 1 から 100 までの整数です/u],
    [['polish', 'a.md', '--in-place', '--output', 'b.md'], /同時に使えません/u],
    [['resume', '--decide', 'x=maybe'], /--decide は/u],
  ])('%j', async (argv, message) => {
    const { code, output, progress } = await runHere(openDesk(), argv);
    expect(code).toBe(2);
    expect(output).toBe('');
    expect(progress).toMatch(message);
    expect(progress.trim().split('\n')).toHaveLength(1);
    // One language a message: names of options and commands aside.
    expect(progress.replaceAll(/\([^)]*\)|（[^）]*）/gu, '')).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/u);
    const english = (await runHere(openDesk(), [...argv, '--lang', 'en'])).progress;
    expect(english).not.toMatch(/[ぁ-んァ-ン]/u);
  });

  it('gives the terminal no orders, and machines the very name', async () => {
    const desk = openDesk();
    const name = 'a\u001B[2J\u202E.md';
    writeFileSync(desk.path(name), text);
    const { code, output } = await runHere(desk, ['check', desk.path(name), '--lang', 'en']);
    expect(code).toBe(0);
    expect(output).toContain('a\uFFFD[2J\uFFFD.md');
    expect(output).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
    const status = await runHere(desk, ['status', '--json']);
    expect(status.output).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
    const { manuscripts } = JSON.parse(status.output) as { manuscripts: { file: string }[] };
    expect(manuscripts[0]?.file).toContain(name);
  });

  it('names what is not there', async () => {
    const desk = openDesk();
    expect((await runHere(desk, ['resume'])).code).toBe(2);
    await runHere(desk, ['check', desk.manuscript]);
    expect((await runHere(desk, ['resume'])).progress).toContain('続ける作業がありません');
    const unknown = await runHere(desk, ['history', 'other.md', '--lang', 'en']);
    expect(unknown).toMatchObject({
      code: 2,
      progress: 'nothing is known of other.md; see status\n',
    });
  });

  it('lists the languages it has rules for', async () => {
    const desk = openDesk();
    writeFileSync(
      desk.path('fr.txt'),
      'Le livre est sur la table et la porte est ouverte pour les enfants.',
    );
    const { code, progress } = await runHere(desk, ['check', desk.path('fr.txt'), '--lang', 'en']);
    expect(code).toBe(2);
    expect(progress).toContain('neither Japanese nor English; choose rules with --rules');
    expect((await runHere(desk, ['check', desk.path('fr.txt'), '--rules', 'en'])).code).not.toBe(2);
  });

  it('keeps the rounds a manuscript was begun with', async () => {
    const desk = openDesk();
    await runHere(desk, ['check', desk.manuscript, '--rounds', '2']);
    const other = await runHere(desk, ['polish', desk.manuscript, '--rounds', '3', '--lang', 'en']);
    expect(other).toMatchObject({ code: 2 });
    expect(other.progress).toContain('--rounds is 2 for this manuscript');
    expect((await runHere(desk, ['polish', desk.manuscript, '--rounds', '3', '--new'])).code).toBe(
      6,
    );
  });
});

describe('a place that cannot be written', () => {
  it.each([
    [['polish', '--output', 'folder'], 'folder'],
    [['check', '--sarif', 'folder'], 'folder'],
    [['check', '--sarif', 'missing/x.sarif'], 'no-folder'],
    [['polish', '--output', 'missing/x.md'], 'no-folder'],
    [['polish', '--output', 'same.md', '--sarif', 'same.md'], 'input'],
  ])('%j ends before any work', async ([command = '', ...options], reason) => {
    const desk = openDesk();
    mkdirSync(desk.path('folder'));
    const argv = options.map((each) => (each.startsWith('--') ? each : desk.path(each)));
    const { code, json } = await jsonHere(desk, [command, desk.manuscript, ...argv]);
    expect({ code, problem: json.problem }).toMatchObject({ code: 2, problem: { reason } });
    expect((await runHere(desk, ['status'])).output).toBe('まだ何も点検していません。\n');
  });

  it.each(['file', 'file/below', '/proc/manuscript-check'])('--dir %s', async (name) => {
    const desk = openDesk();
    writeFileSync(desk.path('file'), text);
    const { child, ended } = startProgram(
      join(import.meta.dirname, '../main.ts'),
      ['check', desk.manuscript, '--lang', 'en', '--dir', resolve(desk.folder, name)],
      { directory: desk.folder },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    const { code, stderr } = await ended;
    clearTimeout(timer);
    expect(code).toBe(2);
    expect(stderr).toContain('--dir');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a journal that is damaged', () => {
  it('is reported, not repaired and not overwritten', async () => {
    const desk = openDesk();
    await runHere(desk, ['check', desk.manuscript]);
    const segment = desk.path('.manuscript-check/journal/journal-000001.jsonl');
    const before = desk.journal().replace('write-good/repeated', 'write-good/replaced');
    writeFileSync(segment, before);
    const { code, progress } = await runHere(desk, ['polish', desk.manuscript, '--lang', 'en']);
    expect(code).toBe(5);
    expect(progress).toContain('it failed on the way [QC-009]');
    expect(desk.journal()).toBe(before);
  });
});
