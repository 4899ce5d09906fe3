import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askDeck, folder, freshFolder, runDeck } from './run-deck.ts';

const inputs = join(folder, 'inputs');
const spec = join(inputs, 'spec.json');
const policy = ['--ai-policy', join(inputs, 'content_ai_policies.json')];
const asHanako = ['--as', '佐藤 花子'];
const noServer = {
  KANMON_LLM_PROVIDER: 'openai-compatible',
  OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_COMPATIBLE_MODEL: 'none',
};

let place: ReturnType<typeof freshFolder>;
const deck = (...args: readonly string[]) => runDeck(place.path, args);
const read = (name: string): unknown => JSON.parse(readFileSync(join(place.path, name), 'utf8'));
const write = (name: string, content: string) => writeFileSync(join(place.path, name), content);

beforeEach(() => {
  place = freshFolder();
});
afterEach(() => place.remove());

describe('the three modes', () => {
  it('drafts a spec when nothing else is asked for', async () => {
    const { code, stdout, stderr } = await deck(spec, ...policy);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('mock-local') });
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      '[1/3] cover',
      '[2/3] payment',
      '[3/3] promise',
    ]);
    expect(readdirSync(place.path).toSorted()).toEqual([
      '.deck',
      'ai_generation_meta.json',
      'audit_log.json',
      'content_ai_log.json',
      'content_draft.json',
      'content_review_log.json',
    ]);
    expect(read('content_draft.json')).toMatchObject({ meta: { tone: '敬体' } });
    expect(readFileSync(join(place.path, 'content_draft.json'), 'utf8')).not.toContain('業界最速');
  });

  it('imports with --content-source, the later one winning', async () => {
    write('a.md', '# 一 {#one}\n古い\n');
    write('b.md', '# 一 {#one}\n新しい\n');
    const { code, stdout } = await deck('--content-source', 'a.md', '--content-source', 'b.md');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect((await deck('show', 'one')).stdout).toContain('新しい');
    expect(read('audit_log.json')).toMatchObject({
      content_import: { sources: [{ source: 'a.md' }, { source: 'b.md' }] },
    });
    expect(readFileSync(join(place.path, 'content_review_log.json'), 'utf8')).toContain(
      'duplicate_id',
    );
  });

  it('takes an approved document into the spec with --content-approved', async () => {
    await deck(spec, ...policy);
    await deck('review', '--no-interactive');
    await deck('approve', 'cover', 'payment', ...asHanako);
    await deck('export', '--only', 'approved');
    const { code, stdout } = await deck(spec, '--content-approved', 'content_approved.json');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(read('spec_approved.json')).toMatchObject({ slides: [{ notes: '説明会' }, {}, {}] });
    expect(read('audit_log.json')).toMatchObject({
      content_approval: { applied_to_spec: true, updated_slide_ids: ['cover', 'payment'] },
    });
  });

  it.each([
    [['--content-source', 'a.md', '--content-approved', 'b.json']],
    [[spec, '--content-source', 'a.md']],
    [[]],
  ])('%j is a mistake in how it is called', async (args) => {
    expect(await deck(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(place.path, '.deck'))).toBe(false);
  });
});

describe('from draft to approval', () => {
  beforeEach(async () => {
    mkdirSync(join(place.path, 'config'));
    write(
      'config/content_ai_policies.json',
      readFileSync(join(inputs, 'content_ai_policies.json'), 'utf8'),
    );
    await deck(spec);
  });

  it('returns the masked card by rule, mends one, approves two, and says who', async () => {
    expect((await deck('list')).stdout).toMatch(/C {2}差し戻し {2}promise/);
    const fixed = await deck('apply-fix', 'payment', ...asHanako);
    expect(fixed).toMatchObject({ code: 0 });
    expect((await deck('show', 'payment')).stdout).toContain(
      '- 最大3回まで自動で試す\n  - 結果はメールで届く\n  (ノート)',
    );

    const approved = await deck('approve', '--all', '--notes', '確認した', ...asHanako);
    expect(approved).toMatchObject({ code: 0 });
    expect((await deck('show', 'cover')).stdout).toContain('承認者: 佐藤 花子');
    expect(await deck('export')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('promise'),
    });
    expect(existsSync(join(place.path, 'content_approved.json'))).toBe(false);

    write(
      'edited.json',
      JSON.stringify([
        {
          slide_id: 'promise',
          title: '速さ',
          body: ['試験環境で平均1.9秒'],
          intent: 'general',
          story: { phase: 'body' },
        },
      ]),
    );
    expect(await deck('import', 'edited.json')).toMatchObject({ code: 3 });
    expect(await deck('import', 'edited.json', '--update')).toMatchObject({ code: 0 });
    expect(await deck('approve', 'promise', ...asHanako)).toMatchObject({ code: 0 });
    expect(await deck('export')).toMatchObject({ code: 0 });
    expect(await deck('verify')).toMatchObject({ code: 0 });
    expect(read('audit_log.json')).toMatchObject({ content_approval: { slides: 3 } });
  });

  it('finds a changed byte, and a file without a history', async () => {
    await deck('approve', 'cover', ...asHanako);
    await deck('export', '--only', 'approved');
    const text = readFileSync(join(place.path, 'content_approved.json'), 'utf8');
    write('content_approved.json', text.replace('加盟店向け', '加盟店むけ'));
    const { code, stdout } = await deck('verify');
    expect({ code, stdout }).toEqual({
      code: 7,
      stdout: expect.stringContaining('hash_mismatch  /slides/0/elements/body/0'),
    });
    expect(await deck('--content-approved', 'content_approved.json')).toMatchObject({ code: 7 });
    write('elsewhere.json', text);
    expect(await deck('verify', 'elsewhere.json', '--deck', 'other')).toMatchObject({ code: 7 });
  });

  it('refuses what is locked, stale, blocked or unknown, each with its code', async () => {
    await deck('approve', 'cover');
    write(
      'cover.json',
      JSON.stringify([
        { slide_id: 'cover', title: '別の題', intent: 'general', story: { phase: 'body' } },
      ]),
    );
    const cases = [
      [['approve', 'promise'], 3],
      [['approve', 'payment', '--if-match', '"cards-1"'], 3],
      [['approve', 'payment', '--content-hash', `sha256:${'0'.repeat(64)}`], 3],
      [['import', 'cover.json', '--update'], 3],
      [['apply-fix', 'payment', 'no-such-fix'], 3],
      [['approve', 'nobody'], 2],
      [['approve'], 2],
      [['show', 'nobody'], 2],
      [['list', '--deck', '../evil'], 2],
      [['return', 'payment'], 2],
      [['return', 'payment', '--reason', ' '], 2],
      [['verify', 'missing.json'], 2],
      [['draft', spec, '--ai-policy-id', 'nope'], 2],
      [['draft', spec], 3],
      [['review', '--llm'], 5],
    ] as const;
    for (const [args, code] of cases) {
      const ending = await deck(...args);
      expect({ args, code: ending.code }).toEqual({ args, code });
      expect(ending.stderr + ending.stdout, args.join(' ')).not.toMatch(/^\s+at /m);
    }
    expect((await deck('list')).stdout).toMatch(/A {2}承認 {2}cover/);
  });

  it('returns what a stricter policy forbids, and what a person returns', async () => {
    write(
      'c.json',
      JSON.stringify([
        { slide_id: 'c', title: '業界最速', intent: 'general', story: { phase: 'body' } },
      ]),
    );
    await deck('import', 'c.json', '--ai-policy-id', 'free');
    await deck('review', 'c', '--no-interactive');
    const { code, stdout } = await deck('approve', 'c');
    expect(code).toBe(3);
    expect(stdout).toContain('c: ');
    await deck('return', 'payment', '--reason', '言い回し', ...asHanako);
    const log = JSON.stringify(read('content_review_log.json'));
    expect(log).toContain('"actor":"佐藤 花子"');
    expect(log).toContain('言い回し');
  });

  it('drafts a returned card anew with --update and leaves the others', async () => {
    await deck('approve', 'cover');
    const answer = await askDeck(place.path, ['draft', spec, '--update', '--ai-policy-id', 'free']);
    expect(answer).toMatchObject({ ok: true, created: [], updated: ['promise'] });
    expect(
      await askDeck(place.path, ['draft', spec, '--update', '--ai-policy-id', 'free']),
    ).toMatchObject({ updated: [] });
  });

  it('converts an analysis and notes where it is', async () => {
    write('analysis.json', readFileSync(join(inputs, 'analysis.json'), 'utf8'));
    expect(
      await deck('review', '--no-interactive', '--analysis', 'analysis.json', '--spec', spec),
    ).toMatchObject({ code: 0 });
    expect(read('review_engine_analyzer.json')).toMatchObject({
      slides: [{}, { slide_id: 'payment', grade: 'C' }, {}],
    });
    expect(read('audit_log.json')).toMatchObject({
      artifacts: { review_engine_analysis: join(place.path, 'review_engine_analyzer.json') },
    });
  });
});

describe('what fails names its part', () => {
  it.each([
    [['import', 'missing.txt'], 4, 'cannot be opened'],
    [['import', 'http://10.255.255.1/'], 4, 'not a public address'],
    [['--content-source', 'broken.pdf'], 4, 'broken.pdf'],
    [['import', 'broken.pdf', '--pdf-engine', 'poppler'], 2, 'poppler'],
    [['draft', 'missing.json'], 2, 'missing.json'],
    [['draft', 'broken.pdf'], 2, 'JSON'],
    [['draft', spec, '--limit', 'many'], 2, '--limit'],
    [['draft', spec, '--ai-policy', 'broken.pdf'], 2, 'broken.pdf'],
    [['--lang', 'fr', 'list'], 2, 'fr'],
    [['--bogus'], 2, '--bogus'],
  ])('%j ends in %i', async (args, code, message) => {
    write('broken.pdf', '%PDF-1.7 and no more');
    const ending = await deck(...args);
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
    expect(existsSync(join(place.path, 'content_draft.json'))).toBe(false);
  });

  it('keeps an audit log of others, and refuses to write over what is none', async () => {
    write('audit_log.json', '{"render": {"pages": 3}}');
    await deck(spec);
    expect(read('audit_log.json')).toMatchObject({ render: { pages: 3 }, content_review_log: {} });
    write('audit_log.json', 'not JSON');
    expect(await deck('approve', 'cover')).toMatchObject({ code: 2 });
    expect(readFileSync(join(place.path, 'audit_log.json'), 'utf8')).toBe('not JSON');
  });
});

describe('what is shown', () => {
  it('is English when asked for', async () => {
    const { stdout } = await deck('--help', '--lang', 'en');
    expect(stdout).toContain('from sources to approved cards');
    expect((await deck('list', '--lang', 'en')).stderr).toContain('there is no such deck');
  });

  it('gives the terminal no orders', async () => {
    const name = 'note\u001B[2J.txt';
    write(name, '値段');
    const { code, stdout, stderr } = await deck('import', name);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('\u001B');
  });

  it('shows prompt and answer with -v and --debug, in the files that were named', async () => {
    const log = ['--ai-output', 'log/ai.json', '--ai-meta', 'log/meta.json'];
    const short = await deck(spec, '-v', ...log);
    expect(short.stderr).toContain('content.baseline');
    expect(short.stderr).not.toContain('データ欄');
    expect(readdirSync(join(place.path, 'log')).toSorted()).toEqual(['ai.json', 'meta.json']);
    expect((await deck(spec, '--debug', '--deck', 'second')).stderr).toContain('データ欄');
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
