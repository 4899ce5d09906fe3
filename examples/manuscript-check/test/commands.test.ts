import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonHere, openDesk, runHere } from './support/desk.ts';

describe('check', () => {
  it('shows each finding where it is, and exits with 6 while any is open', async () => {
    const desk = openDesk();
    const { code, output, progress } = await runHere(desk, [
      'check',
      desk.manuscript,
      '--lang',
      'en',
    ]);
    expect(code).toBe(6);
    expect(output).toContain(
      '5:230  high  write-good/repeated  "the" is repeated\n    the the\n    → the',
    );
    expect(output).toMatch(/26 open \(26 of them new\), 0 resolved this time, 0 deferred/u);
    expect(progress).toBe('checking (textlint, look 1)\n');
    expect(desk.read('manuscript.en.md')).toContain('the the shelf');
  });

  it('knows its findings again after an edit by hand', async () => {
    const desk = openDesk();
    const first = await jsonHere(desk, ['check', desk.manuscript]);
    const text = desk.read('manuscript.en.md');
    writeFileSync(
      desk.manuscript,
      `A preface was added.\n\n${text.replace('the the shelf', 'the shelf')}`,
    );
    const second = await jsonHere(desk, ['check', desk.manuscript]);
    expect(second.json.session_id).toBe(first.json.session_id);
    expect(second.json.counts).toEqual({ open: 26, fresh: 1, resolved: 1, deferred: 0 });
    const idOf = (report: typeof first.json, category: string): string | undefined =>
      report.issues.find((issue) => issue.category === category)?.issue_id;
    expect(idOf(second.json, 'en-max-word-count')).toBe(idOf(first.json, 'en-max-word-count'));
    expect(second.json.issues.find(({ category }) => category === 'terminology')?.line).toBe(13);
    const { json } = await jsonHere(desk, ['timeline']);
    const repeated = json.lives.find(({ category }) => category === 'write-good/repeated');
    expect(repeated?.states).toEqual(['New', 'Resolved']);
  });

  it('ends with 0 when nothing is found', async () => {
    const desk = openDesk();
    writeFileSync(desk.path('short.txt'), 'The shelf stands near the door of the library.\n');
    const { code, output } = await runHere(desk, ['check', desk.path('short.txt')]);
    expect(code).toBe(0);
    expect(output).toContain('指摘はありません。');
  });

  it('writes SARIF beside it', async () => {
    const desk = openDesk();
    await runHere(desk, ['check', desk.manuscript, '--sarif', desk.path('out.sarif')]);
    const sarif = JSON.parse(desk.read('out.sarif')) as {
      version: string;
      runs: { results: unknown[] }[];
    };
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0]?.results).toHaveLength(26);
    // A second check replaces what the first one wrote.
    const again = ['check', desk.manuscript, '--sarif', desk.path('out.sarif')];
    expect((await runHere(desk, again)).code).toBe(6);
  });

  it('writes SARIF over no other file, unless forced, and never over the manuscript', async () => {
    const desk = openDesk();
    const text = desk.read('manuscript.en.md');
    await runHere(desk, ['check', desk.manuscript]);
    for (const content of ['my own notes', text]) {
      writeFileSync(desk.path('notes.txt'), content);
      const to = ['check', desk.manuscript, '--sarif', desk.path('notes.txt')];
      const refused = await jsonHere(desk, to);
      expect(refused).toMatchObject({ code: 3, json: { problem: { kind: 'output-edited' } } });
      expect(desk.read('notes.txt')).toBe(content);
    }
    const forced = ['check', desk.manuscript, '--sarif', desk.path('notes.txt'), '--force'];
    expect((await runHere(desk, forced)).code).toBe(6);
    expect(desk.read('notes.txt')).toContain('2.1.0');
    symlinkSync(desk.manuscript, desk.path('link.md'));
    for (const target of [desk.manuscript, desk.path('link.md')]) {
      const over = await jsonHere(desk, ['check', desk.manuscript, '--sarif', target, '--force']);
      expect(over).toMatchObject({ code: 2, json: { problem: { reason: 'input' } } });
    }
    expect(desk.read('manuscript.en.md')).toBe(text);
  });
});

describe('polish', () => {
  it('fixes what a rule can fix, writes it beside, and reports what is left', async () => {
    const desk = openDesk();
    const { code, json } = await jsonHere(desk, ['polish', desk.manuscript]);
    expect(code).toBe(6);
    expect(json.counts).toEqual({ open: 20, fresh: 20, resolved: 6, deferred: 0 });
    const polished = desk.read('manuscript.en.polished.md');
    expect(polished).toContain('Because two desks could write');
    expect(polished).toContain('in front of the shelf');
    expect(json.written).toBe(desk.polished);
    const states = await jsonHere(desk, ['status']);
    expect(states.json.manuscripts).toMatchObject([{ file: 'manuscript.en.md', finished: true }]);
  });

  it('in place keeps the byte order mark, and leaves a file alone that changed meanwhile', async () => {
    const desk = openDesk();
    const text = desk.read('manuscript.en.md');
    writeFileSync(desk.manuscript, `\uFEFF${text}`);
    const done = await runHere(desk, ['polish', desk.manuscript, '--in-place']);
    expect(done.code).toBe(6);
    expect(desk.read('manuscript.en.md').slice(0, 8)).toBe('\uFEFF# Notes');
    expect(desk.read('manuscript.en.md')).not.toContain('the the');

    writeFileSync(desk.manuscript, text);
    const mine = `${text}\nWritten while it ran.\n`;
    const late = await runHere(desk, ['polish', desk.manuscript, '--in-place', '--lang', 'en'], {
      onProgress: (line) => {
        if (line.startsWith('fixing')) writeFileSync(desk.manuscript, mine);
      },
    });
    expect(late.code).toBe(3);
    expect(late.output).toContain('changed while it was worked on and was not overwritten');
    expect(desk.read('manuscript.en.md')).toBe(mine);
    expect(desk.read('manuscript.en.polished.md')).not.toContain('the the');
  });

  it('does not overwrite a file that it did not write, unless forced', async () => {
    const desk = openDesk();
    writeFileSync(desk.polished, 'my own notes');
    const refused = await jsonHere(desk, ['polish', desk.manuscript]);
    expect(refused.code).toBe(3);
    expect(refused.json.problem.kind).toBe('output-edited');
    expect(readFileSync(desk.polished, 'utf8')).toBe('my own notes');
    expect((await runHere(desk, ['polish', desk.manuscript, '--force'])).code).toBe(6);
    // What it wrote itself it may replace.
    expect((await runHere(desk, ['polish', desk.manuscript])).code).toBe(6);
  });

  it('does not overwrite a manuscript that it only read', async () => {
    const desk = openDesk();
    const text = desk.read('manuscript.en.md');
    writeFileSync(desk.path('other.md'), text);
    await runHere(desk, ['check', desk.path('other.md')]);
    const other = await jsonHere(desk, [
      'polish',
      desk.manuscript,
      '--output',
      desk.path('other.md'),
    ]);
    expect(other).toMatchObject({ code: 3, json: { problem: { kind: 'output-edited' } } });
    const own = ['polish', desk.manuscript, '--output', desk.manuscript, '--force'];
    expect(await jsonHere(desk, own)).toMatchObject({
      code: 2,
      json: { problem: { reason: 'input' } },
    });
    expect([desk.read('other.md'), desk.read('manuscript.en.md')]).toEqual([text, text]);
  });

  it('in place leaves another file alone when it cannot write the manuscript', async () => {
    const desk = openDesk();
    writeFileSync(desk.polished, 'my own notes');
    const late = await runHere(desk, ['polish', desk.manuscript, '--in-place', '--lang', 'en'], {
      onProgress: (line) => {
        if (line.startsWith('fixing')) writeFileSync(desk.manuscript, 'mine');
      },
    });
    expect(late.code).toBe(3);
    expect(desk.read('manuscript.en.polished.md')).toBe('my own notes');
    rmSync(desk.polished);
    expect((await runHere(desk, ['resume'])).code).toBe(3);
    expect(desk.read('manuscript.en.polished.md')).not.toContain('the the');
    expect(desk.read('manuscript.en.md')).toBe('mine');
  });

  it('keeps every text out of the journal', async () => {
    const desk = openDesk();
    await runHere(desk, ['polish', desk.manuscript]);
    const journal = desk.journal();
    expect(journal.length).toBeGreaterThan(50_000);
    const texts = [desk.read('manuscript.en.md'), desk.read('manuscript.en.polished.md')];
    const leaked = texts.flatMap((text) =>
      Array.from({ length: text.length - 16 }, (_, at) => text.slice(at, at + 16)).filter((run) =>
        journal.includes(JSON.stringify(run).slice(1, -1)),
      ),
    );
    expect(leaked).toEqual([]);
  });
});

describe('questions', () => {
  it('wait with exit code 7, are listed, and are answered in parts', async () => {
    const desk = openDesk();
    const asked = await jsonHere(desk, ['polish', desk.manuscript, '--ask']);
    expect(asked.code).toBe(7);
    expect(asked.json.questions).toHaveLength(6);
    expect((await jsonHere(desk, ['unresolved'])).json.questions).toHaveLength(6);
    expect((await jsonHere(desk, ['check', desk.manuscript])).json.problem.kind).toBe('unfinished');

    const [first, second, ...others] = asked.json.questions.map(({ issue_id: id }) => id);
    const partly = ['--decide', `${first}=reject`, '--decide', `${second}=defer`];
    const still = await jsonHere(desk, ['resume', ...partly]);
    expect(still.code).toBe(7);
    expect(still.json.questions).toHaveLength(4);
    const again = await jsonHere(desk, ['resume', '--decide', `${first}=approve`]);
    expect(again).toMatchObject({ code: 2, json: { problem: { kind: 'usage' } } });

    const rest = others.flatMap((id) => ['--decide', `${id.slice(-10)}=approve`]);
    const done = await jsonHere(desk, ['resume', ...rest]);
    expect(done.code).toBe(6);
    expect(done.json.counts).toMatchObject({ resolved: 4, deferred: 2 });
    expect((await runHere(desk, ['resume'])).code).toBe(2);
  });
});
