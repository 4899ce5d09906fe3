import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@kanmon/core';
import { importInput } from '../src/content/import-input.ts';
import { parseStoryArguments } from '../src/frame/arguments.ts';
import { steps } from '../src/steps/index.ts';
import { readOutputs, runStory, storyFolder } from './run-story.ts';
import { usageErrorOf } from './usage-error.ts';

const page = `<!doctype html><html lang="ja"><head><title>案内</title></head><body><h1>夏の休業</h1><p>8月13日から三日間休みます。</p></body></html>`;
const note =
  '# 値上げのお知らせ\n4月から月額を200円上げます。\n\n業界最速です。\n\n# 問い合わせ\n窓口へ。\n';

describe('--input takes the own document into step 4', () => {
  let folder: string;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kanmon-input-'));
    writeFileSync(join(folder, 'note.md'), note);
    writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing of a PDF follows');
    writeFileSync(join(folder, 'empty.txt'), ' \n');
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
    address = `http://127.0.0.1:${bound.port}/news`;
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads a text file, relative to the folder of the user', async () => {
    const { code, stdout } = await runStory(['--', '--only', '4', '--input', 'note.md'], {
      INIT_CWD: folder,
    });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(titles()).toEqual(['値上げのお知らせ', '問い合わせ']);
    expect(readOutputs()['content_approved.json']).not.toContain('業界最速');
  });

  it('reads a PDF', async () => {
    const path = join(storyFolder, 'inputs/schedule.ja.pdf');
    const { code } = await runStory(['--only', '4', '--input', path]);
    expect(code).toBe(0);
    expect(titles()).toEqual(['2.4公開までの日程']);
    expect(readOutputs()['content_import_meta.json']).toContain('"engine": "pdfjs"');
  });

  it('reads an address of this machine', async () => {
    const { code, stdout } = await runStory(['--only', '4', '--input', address]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(titles()).toEqual(['夏の休業']);
    expect(readOutputs()['report.html']).toContain('8月13日から三日間休みます。');
  });

  it.each([
    [['--input', 'missing.txt'], /missing\.txt cannot be opened.*file_not_readable/],
    [['--input', 'http://10.255.255.1/'], /address_refused.*--allow-address/],
  ])('%j is one clear line and leaves nothing behind', async (args, message) => {
    const before = readOutputs();
    const { code, stdout, stderr } = await runStory(args, { INIT_CWD: folder });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readOutputs()).toEqual(before);
  });

  it.each([
    [['--input', '.'], /is no file/],
    [['--input', 'broken.pdf'], /pdf_invalid/],
    [['--input', 'empty.txt'], /nothing_imported/],
    [['--input', ''], /--input takes a file or an address/],
    [['--input'], /--input/],
    [['--only', '5', '--input', 'note.md'], /step 4, which --only leaves out/],
    [['--input', 'http://10.255.255.1/', '--allow-address', 'x'], /--allow-address takes a range/],
  ])('%j is refused before any step begins', async (args, message) => {
    const told = await usageErrorOf(async () => {
      const { input } = parseStoryArguments(args, steps, folder);
      if (input !== null) await importInput(input, { locale: 'ja', clock: systemClock });
    });
    expect(told).toMatch(message);
    expect(told).not.toContain('\n');
  });
});

function titles(): readonly string[] {
  const document = JSON.parse(readOutputs()['content_approved.json'] ?? '') as {
    readonly slides: readonly { readonly elements: { readonly title: string } }[];
  };
  return document.slides.map(({ elements }) => elements.title);
}
