import { describe, expect, it } from 'vitest';
import {
  createManuscriptReader,
  type ManuscriptSource,
  redactExcerpts,
  takeExcerpt,
} from '../../src/manuscript.ts';
import { manualSleep } from '../../src/testing.ts';
import { hashText } from '../../src/text/hashes.ts';

const text = '原稿の本文。ここには長い長い物語が書かれている。';
const hash = hashText(text);
const gives =
  (value: string | null): ManuscriptSource =>
  () =>
    Promise.resolve(value);
const fails: ManuscriptSource = () => Promise.reject(new Error('disk'));

describe('createManuscriptReader', () => {
  it('asks the named sources in their fixed order and puts the tool that worked first', async () => {
    const asked: string[] = [];
    const source =
      (name: string, value: string | null): ManuscriptSource =>
      () => {
        asked.push(name);
        return Promise.resolve(value);
      };
    const reader = createManuscriptReader({
      sources: {
        extra: source('extra', text),
        read_snapshot: source('read_snapshot', text),
        fetch_artifact: source('fetch_artifact', null),
      },
    });
    expect(await reader.fetch(hash)).toMatchObject({ ok: true, tool_id: 'read_snapshot', text });
    await reader.fetch(hash);
    expect(asked).toEqual(['fetch_artifact', 'read_snapshot', 'read_snapshot']);
  });

  it('waits 1, 2 and 4 seconds between tries of a failing source', async () => {
    const sleep = manualSleep({ auto: true });
    const reader = createManuscriptReader({
      sources: { fetch_artifact: fails },
      timer: sleep,
    });
    const answer = await reader.fetch(hash);
    expect(sleep.waits).toEqual([1_000, 2_000, 4_000]);
    expect(answer).toMatchObject({ ok: false, qc_code: 'QC-016' });
    expect(answer.log.map(({ attempt_index: index, result }) => [index, result])).toEqual([
      [1, 'storage_error'],
      [2, 'storage_error'],
      [3, 'storage_error'],
      [4, 'storage_error'],
    ]);
  });

  it.each([
    [{ fetch_artifact: gives(null) }, 'QC-015', ['miss']],
    [{ fetch_artifact: gives('another text') }, 'QC-018', ['hash_mismatch']],
    [
      { fetch_artifact: gives(null), request_manual_upload: gives(null) },
      'QC-017',
      ['miss', 'pending_upload'],
    ],
    [
      { fetch_artifact: gives('x'), request_manual_upload: gives(null) },
      'QC-018',
      ['hash_mismatch', 'pending_upload'],
    ],
  ])('reports the most specific error: %#', async (sources, code, results) => {
    const answer = await createManuscriptReader({ sources }).fetch(hash);
    expect(answer).toMatchObject({ ok: false, qc_code: code });
    expect(answer.log.map(({ result }) => result)).toEqual(results);
  });

  it('gives up a source that does not answer in time', async () => {
    const sleep = manualSleep({ auto: true });
    const reader = createManuscriptReader({
      sources: { fetch_artifact: () => new Promise(() => undefined), read_snapshot: gives(text) },
      timer: sleep,
      timeoutMs: 5,
    });
    const answer = await reader.fetch(hash);
    expect(answer).toMatchObject({ ok: true, tool_id: 'read_snapshot' });
    expect(answer.log[0]).toMatchObject({ result: 'timeout', qc_code: 'QC-016' });
  });

  it('ends a wait at once when aborted', async () => {
    const sleep = manualSleep();
    const controller = new AbortController();
    const reader = createManuscriptReader({
      sources: { fetch_artifact: fails },
      timer: sleep,
    });
    const fetching = reader.fetch(hash, { signal: controller.signal });
    while (sleep.waits.length === 0) await Promise.resolve();
    controller.abort(new Error('enough'));
    await expect(fetching).rejects.toThrow('enough');
  });

  it('lets the time budget cut repeats short', async () => {
    const sleep = manualSleep({ auto: true });
    const reader = createManuscriptReader({
      sources: { fetch_artifact: fails },
      timer: sleep,
      policy: { time_budget_sec: 1.5 },
      clock: { now: () => new Date(0) },
    });
    await reader.fetch(hash);
    expect(sleep.waits).toEqual([1_000]);
  });
});

describe('takeExcerpt', () => {
  it('gives margins and what is recorded of it', () => {
    const { excerpt, meta } = takeExcerpt(text, { start: 6, end: 8 }, { margin: 2 });
    expect(excerpt).toBe(text.slice(4, 10));
    expect(meta).toEqual({
      text_range: { start: 4, end: 10, unit: 'utf16' },
      excerpt_hash: hashText(excerpt),
      length: 6,
      manuscript_hash: hash,
      source_key: hash,
    });
  });
});

describe('redactExcerpts', () => {
  it('replaces what is quoted and nothing else', () => {
    const redacted = redactExcerpts(`「${text.slice(0, 20)}」は長い`, text);
    expect(redacted).toMatch(/^「\[excerpt [0-9a-f]{12} 20\]」は長い$/u);
    expect(redactExcerpts('短い引用 物語が書かれ', text)).toBe('短い引用 物語が書かれ');
  });

  it('is linear on text full of repetitions', () => {
    const manuscript = 'あ'.repeat(200_000);
    expect(redactExcerpts('あ'.repeat(4_000), manuscript)).toMatch(
      /^\[excerpt [0-9a-f]{12} 4000\]$/u,
    );
  });
});
