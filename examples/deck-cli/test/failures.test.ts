import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askDeck } from './run-deck.ts';
import { spec, useWorkingFolder } from './working-folder.ts';

const noServer = {
  KANMON_LLM_PROVIDER: 'openai-compatible',
  OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_COMPATIBLE_MODEL: 'none',
};
const place = useWorkingFolder();

describe('what fails names its part', () => {
  it.each([
    [['import', 'missing.txt'], 4, 'cannot be opened'],
    [['import', 'http://10.255.255.1/'], 4, 'not a public address'],
    [['--content-source', 'broken.pdf'], 4, 'broken.pdf'],
    [['import', 'broken.pdf', '--pdf-engine', 'poppler'], 2, 'poppler'],
    [['draft', 'missing.json'], 2, 'missing.json'],
    [['draft', 'broken.pdf'], 2, 'JSON'],
    [['draft', spec, '--limit', 'many'], 2, '--limit'],
    [['import', 'broken.pdf', '--allow-address', 'foo'], 2, '--allow-address'],
    [['import', 'http://127.0.0.1:1/x', '--allow-address', 'foo'], 2, '--allow-address'],
    [['draft', spec, '--reference', 'x', '--allow-address', 'foo'], 2, '--allow-address'],
    [['draft', spec, '--ai-policy', 'broken.pdf'], 2, 'broken.pdf'],
    [['--lang', 'fr', 'list'], 2, 'fr'],
    [['--bogus'], 2, '--bogus'],
    [['list', '-C', 'nowhere'], 2, 'nowhere'],
  ])('%j ends in %i', async (args, code, message) => {
    place.write('broken.pdf', '%PDF-1.7 and no more');
    const ending = await place.deck(...args);
    expect(ending).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(ending.stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(place.path)).toEqual(['broken.pdf']);
  });

  it.each([
    [noServer, 'draft_failed'],
    [{ KANMON_LLM_PROVIDER: 'openai' }, 'missing-configuration'],
    [{ PPTX_LLM_PROVIDER: 'gtp' }, 'unknown-provider'],
  ])('a model that cannot be had: %j', async (environment, code) => {
    const answer = await askDeck(place.path, ['draft', spec], environment);
    expect(answer).toMatchObject({ ok: false, exit_code: 5, error: { code } });
    expect(existsSync(place.at('content_draft.json'))).toBe(false);
  });

  it('keeps sections of other tools in an audit log, and refuses to overwrite an invalid one', async () => {
    place.write('audit_log.json', '{"render": {"pages": 3}}');
    await place.deck(spec);
    expect(place.read('audit_log.json')).toMatchObject({
      render: { pages: 3 },
      content_review_log: {},
    });
    place.write('audit_log.json', 'not JSON');
    expect(await place.deck('approve', 'cover')).toMatchObject({ code: 2 });
    expect(readFileSync(place.at('audit_log.json'), 'utf8')).toBe('not JSON');
    // A refused command has decided nothing.
    expect((await place.deck('list', '--lang', 'en')).stdout).toContain('draft  cover');
  });
});

describe('deck serve', () => {
  it('names a host or a port that it cannot have', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server has a port
    const taken = await place.deck('serve', '--port', String(port), '--lang', 'en');
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot listen on') });
    server.close();
    const unknown = await place.deck('serve', '--host', 'host.invalid', '--port', '0');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('host.invalid') });
  });
});

describe('what stays', () => {
  it('is every source of every import in the audit log, and every warning in the review log', async () => {
    place.write('a.md', '# 一 {#one}\n\n# 二 {#two}\n本文\n');
    place.write('b.md', '# 三 {#three}\n本文\n');
    await place.deck('import', 'a.md');
    await place.deck('import', 'b.md', '--deck', 'other');
    await place.deck('import', 'a.md', '--update');
    const audit = place.read('audit_log.json') as {
      content_import: { sources: { source: string }[] };
    };
    expect(audit.content_import.sources.map(({ source }) => source)).toEqual(['b.md', 'a.md']);
    const log = JSON.stringify(place.read('content_review_log.json'));
    expect(log.split('empty_section')).toHaveLength(3);
  });

  it('is the history before a write that was cut off, and a word about it', async () => {
    await place.deck(spec);
    const [segment = ''] = readdirSync(place.at('.deck'));
    appendFileSync(place.at(`.deck/${segment}`), '{"half of a li');
    expect(await place.deck('list')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(segment),
    });
  });

  it('is a damaged journal, which ends a run with one line', async () => {
    await place.deck(spec);
    await place.deck('approve', 'cover');
    const journal = place.at('.deck');
    const [segment = ''] = readdirSync(journal);
    const text = readFileSync(join(journal, segment), 'utf8');
    writeFileSync(join(journal, segment), text.replace('cover', 'cower'));
    const ending = await place.deck('approve', 'payment');
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(join(journal, segment), 'utf8')).toBe(text.replace('cover', 'cower'));
  });
});
