import { join } from 'node:path';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inputs, spec, useWorkingFolder } from './working-folder.ts';

const policy = ['--ai-policy', join(inputs, 'content_ai_policies.json')];
const asHanako = ['--as', '佐藤 花子'];
const place = useWorkingFolder();

describe('the three modes', () => {
  it('drafts a spec when nothing else is asked for', async () => {
    const { code, stdout, stderr } = await place.deck(spec, ...policy);
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
    expect(place.read('content_draft.json')).toMatchObject({ meta: { tone: '敬体' } });
    expect(readFileSync(place.at('content_draft.json'), 'utf8')).not.toContain('業界最速');
  });

  it('imports with --content-source, the later one winning', async () => {
    place.write('a.md', '# 一 {#one}\n古い\n');
    place.write('b.md', '# 一 {#one}\n新しい\n');
    const { code, stdout } = await place.deck(
      '--content-source',
      'a.md',
      '--content-source',
      'b.md',
    );
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect((await place.deck('show', 'one')).stdout).toContain('新しい');
    expect(place.read('audit_log.json')).toMatchObject({
      content_import: { sources: [{ source: 'a.md' }, { source: 'b.md' }] },
    });
    expect(readFileSync(place.at('content_review_log.json'), 'utf8')).toContain('duplicate_id');
  });

  it('takes an approved document into the spec with --content-approved', async () => {
    await place.deck(spec, ...policy);
    await place.deck('review', '--no-interactive');
    await place.deck('approve', 'cover', 'payment', ...asHanako);
    await place.deck('export', '--only', 'approved');
    const { code, stdout } = await place.deck(spec, '--content-approved', 'content_approved.json');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(place.read('spec_approved.json')).toMatchObject({
      slides: [{ notes: '説明会' }, {}, {}],
    });
    expect(place.read('audit_log.json')).toMatchObject({
      content_approval: { applied_to_spec: true, updated_slide_ids: ['cover', 'payment'] },
    });
  });

  it.each([
    [['--content-source', 'a.md', '--content-approved', 'b.json']],
    [[spec, '--content-source', 'a.md']],
    [[]],
  ])('%j is a mistake in how it is called', async (args) => {
    expect(await place.deck(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(place.at('.deck'))).toBe(false);
  });
});
