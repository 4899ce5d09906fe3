import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { askDeck } from './run-deck.ts';
import { inputs, spec, useWorkingFolder } from './working-folder.ts';

const asHanako = ['--as', '佐藤 花子'];
const place = useWorkingFolder();

describe('from draft to approval', () => {
  beforeEach(async () => {
    mkdirSync(place.at('config'));
    place.write(
      'config/content_ai_policies.json',
      readFileSync(join(inputs, 'content_ai_policies.json'), 'utf8'),
    );
    await place.deck(spec);
  });

  it('returns the masked card by rule, fixes one, approves two, and records the approver', async () => {
    expect((await place.deck('list')).stdout).toMatch(/C {2}差し戻し {2}promise/);
    const fixed = await place.deck('apply-fix', 'payment', ...asHanako);
    expect(fixed).toMatchObject({ code: 0 });
    expect((await place.deck('show', 'payment')).stdout).toContain(
      '- 最大3回まで自動で試す\n  - 結果はメールで届く\n  (ノート)',
    );

    const approved = await place.deck('approve', '--all', '--notes', '確認した', ...asHanako);
    expect(approved).toMatchObject({ code: 0 });
    expect((await place.deck('show', 'cover')).stdout).toContain('承認者: 佐藤 花子');
    expect(await place.deck('export')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('promise'),
    });
    expect(existsSync(place.at('content_approved.json'))).toBe(false);

    place.write(
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
    expect(await place.deck('import', 'edited.json')).toMatchObject({ code: 3 });
    expect(await place.deck('import', 'edited.json', '--update')).toMatchObject({ code: 0 });
    expect(await place.deck('approve', 'promise', ...asHanako)).toMatchObject({ code: 0 });
    expect(await place.deck('export')).toMatchObject({ code: 0 });
    expect(await place.deck('verify')).toMatchObject({ code: 0 });
    expect(place.read('audit_log.json')).toMatchObject({ content_approval: { slides: 3 } });
  });

  it('finds a changed byte, and a file without a history', async () => {
    await place.deck('approve', 'cover', ...asHanako);
    await place.deck('export', '--only', 'approved');
    const text = readFileSync(place.at('content_approved.json'), 'utf8');
    place.write('content_approved.json', text.replace('加盟店向け', '加盟店むけ'));
    const { code, stdout } = await place.deck('verify');
    expect({ code, stdout }).toEqual({
      code: 7,
      stdout: expect.stringContaining('hash_mismatch  /slides/0/elements/body/0'),
    });
    expect(await place.deck('--content-approved', 'content_approved.json')).toMatchObject({
      code: 7,
    });
    for (const forged of [
      text.replace('"title": "', '"title": "x", "title": "'),
      '{"slides":[]}',
      text.replace('"slides"', '"meta": {"summary": "x"}, "slides"'),
    ]) {
      place.write('content_approved.json', forged);
      expect(await place.deck('verify')).toMatchObject({ code: 7 });
    }
    place.write('content_approved.json', '{');
    expect(await place.deck('verify')).toMatchObject({ code: 2 });
    place.write('elsewhere.json', text);
    expect(await place.deck('verify', 'elsewhere.json', '--deck', 'other')).toMatchObject({
      code: 7,
    });
  });

  it('refuses what is locked, stale, blocked or unknown, each with its code', async () => {
    await place.deck('approve', 'cover');
    place.write(
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
      const ending = await place.deck(...args);
      expect({ args, code: ending.code }).toEqual({ args, code });
      expect(ending.stderr + ending.stdout, args.join(' ')).not.toMatch(/^\s+at /m);
    }
    expect((await place.deck('list')).stdout).toMatch(/A {2}承認 {2}cover/);
  });

  it('returns what a stricter policy forbids, and what a person returns', async () => {
    place.write(
      'c.json',
      JSON.stringify([
        { slide_id: 'c', title: '業界最速', intent: 'general', story: { phase: 'body' } },
      ]),
    );
    await place.deck('import', 'c.json', '--ai-policy-id', 'free');
    await place.deck('review', 'c', '--no-interactive');
    const { code, stdout } = await place.deck('approve', 'c');
    expect(code).toBe(3);
    expect(stdout).toContain('c: ');
    await place.deck('return', 'payment', '--reason', '言い回し', ...asHanako);
    const log = JSON.stringify(place.read('content_review_log.json'));
    expect(log).toContain('"actor":"佐藤 花子"');
    expect(log).toContain('言い回し');
  });

  it('drafts a returned card again with --update and leaves the others', async () => {
    await place.deck('approve', 'cover');
    const answer = await askDeck(place.path, ['draft', spec, '--update', '--ai-policy-id', 'free']);
    expect(answer).toMatchObject({ ok: true, created: [], updated: ['promise'] });
    expect(
      await askDeck(place.path, ['draft', spec, '--update', '--ai-policy-id', 'free']),
    ).toMatchObject({ updated: [] });
  });

  it('converts an analysis and notes where it is', async () => {
    place.write('analysis.json', readFileSync(join(inputs, 'analysis.json'), 'utf8'));
    expect(
      await place.deck('review', '--no-interactive', '--analysis', 'analysis.json', '--spec', spec),
    ).toMatchObject({ code: 0 });
    expect(place.read('review_engine_analyzer.json')).toMatchObject({
      slides: [{}, { slide_id: 'payment', grade: 'C' }, {}],
    });
    expect(place.read('audit_log.json')).toMatchObject({
      artifacts: { review_engine_analysis: place.at('review_engine_analyzer.json') },
    });
  });
});
