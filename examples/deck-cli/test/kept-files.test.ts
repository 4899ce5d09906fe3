import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spec, useWorkingFolder } from './working-folder.ts';

const place = useWorkingFolder();
const text = (name: string) => readFileSync(place.at(name), 'utf8');

describe('a file that was edited by hand', () => {
  it.each([
    ['approve', 'cover'],
    ['return', 'cover', '--reason', 'x'],
    ['apply-fix', 'cover'],
    ['review', '--no-interactive'],
    ['draft', spec, '--update'],
    ['import', 'a.md'],
    ['export', '--only', 'approved'],
    ['serve', '--port', '0'],
  ])('is kept by %s, and nothing is recorded', async (...args) => {
    await place.deck(spec);
    const cards = await place.ask('list');
    place.write('a.md', '# 一 {#one}\n本文\n');
    const edited = text('content_draft.json').replace('"title"', '"title" ');
    place.write('content_draft.json', edited);
    const ending = await place.deck(...args, '--lang', 'en');
    expect(ending).toMatchObject({ code: 3, stdout: '' });
    expect(ending.stderr).toContain('deck import content_draft.json --update');
    expect(text('content_draft.json')).toBe(edited);
    expect(await place.ask('list')).toEqual(cards);
  });

  it('is taken over by an import, and then replaced', async () => {
    await place.deck(spec);
    place.write(
      'content_draft.json',
      text('content_draft.json').replaceAll('予約アプリ2.4', '手で直した題'),
    );
    expect(await place.deck('import', 'content_draft.json', '--update')).toMatchObject({ code: 0 });
    expect((await place.deck('show', 'cover')).stdout).toContain('手で直した題');
    expect(await place.deck('approve', 'cover')).toMatchObject({ code: 0 });
  });
});

describe('a file that deck did not write', () => {
  it.each([
    ['--ai-output', 'notes.txt', 3],
    ['--ai-meta', 'notes.txt', 3],
    ['--ai-output', 'spec.json', 2],
    ['--ai-meta', './spec.json', 2],
    ['--ai-output', 'content_draft.json', 2],
    ['--ai-output', 'folder', 2],
  ])('draft %s %s', async (option, name, code) => {
    place.write('spec.json', readFileSync(spec, 'utf8'));
    place.write('notes.txt', 'mine');
    await place.deck('--deck', 'other', 'import', 'notes.txt');
    renameSync(place.at('content_import_meta.json'), place.at('moved.json'));
    writeFileSync(place.at('content_import_meta.json'), '{}');
    const given = name === 'folder' ? place.path : name;
    expect(await place.deck('draft', 'spec.json', option, given)).toMatchObject({ code });
    expect([text('spec.json'), text('notes.txt')]).toEqual([readFileSync(spec, 'utf8'), 'mine']);
    expect(await place.deck('list')).toMatchObject({ code: 2 });
  });

  it('is kept by export, and by an approved document that is put into the spec', async () => {
    await place.deck(spec);
    await place.deck('approve', 'cover');
    place.write('content_approved.json', 'mine');
    expect(await place.deck('export', '--only', 'approved')).toMatchObject({ code: 3 });
    expect(text('content_approved.json')).toBe('mine');
    renameSync(place.at('content_approved.json'), place.at('notes.txt'));
    await place.deck('export', '--only', 'approved');
    place.write('spec_approved.json', 'mine');
    const use = ['--content-approved', 'content_approved.json'];
    expect(await place.deck(spec, ...use)).toMatchObject({ code: 3 });
    expect(text('spec_approved.json')).toBe('mine');
    place.write('spec_approved.json', readFileSync(spec, 'utf8'));
    expect(await place.deck('spec_approved.json', ...use)).toMatchObject({ code: 2 });
    expect(text('spec_approved.json')).toBe(readFileSync(spec, 'utf8'));
  });
});
