import { join } from 'node:path';
import { startProgram } from '@kanmon/example-shared/testing';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { verifyStore } from '@kanmon/event-store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/open-store.ts';
import { openStudio, temporaryFolder } from './open-studio.ts';
import { directory, startStudio } from './start-studio.ts';

const card = (id: string) => ({
  slide_id: id,
  title: 'T',
  body: ['x'],
  intent: 'i',
  story: { phase: 'p' },
});

describe('two instances over one SQLite file', () => {
  it("see each other's events, and decide a card once", async () => {
    const data = temporaryFolder();
    const open = async () => {
      const { store, counter, close } = await openStore({ data, database: undefined });
      onTestFinished(close);
      return openStudio({ store, counter });
    };
    const [one, other] = [await open(), await open()];
    const following = (await other.send('GET', '/api/live?after=0')).body?.getReader();
    await one.send('POST', '/v1/content/cards', { spec_id: 'd', cards: [card('a')] });
    let seen = '';
    while (!seen.includes('card-created')) {
      const { value } = (await following?.read()) ?? {};
      seen += new TextDecoder().decode(value);
    }
    await following?.cancel();

    const read = await other.send('GET', '/v1/content/cards/a?spec_id=d');
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const path = '/v1/content/cards/a';
    const answers = await Promise.all([
      one.send('POST', `${path}/approve?spec_id=d`, {}, headers),
      other.send('POST', `${path}/return?spec_id=d`, { reason: 'no' }, headers),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('continue the session of a manuscript that the other began', async () => {
    const data = temporaryFolder();
    const open = async () => {
      const { store, counter, close } = await openStore({ data, database: undefined });
      onTestFinished(close);
      return openStudio({ store, counter });
    };
    const [one, other] = [await open(), await open()];
    const text = 'とても良い。';
    const begun = await one.send('POST', '/api/issues/sessions', { episode_number: 1, text });
    const { session_id: id } = (await begun.json()) as { session_id: string };
    const fixed = await other.send('POST', `/api/issues/sessions/${id}/steps`, { fix: true });
    expect(await fixed.json()).toMatchObject({ status: 'passed' });
  });
});

describe('the program', () => {
  it('ends at SIGTERM with every answered change in its store', async () => {
    const data = temporaryFolder();
    const { url, token, child, ended } = await startStudio(data);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const live = await fetch(`${url}/api/live?after=0`, { headers });
    const create = async (index: number): Promise<boolean> => {
      const body = JSON.stringify({ spec_id: `d${index}`, cards: [card('a')] });
      const answer = await fetch(`${url}/v1/content/cards`, { method: 'POST', headers, body });
      return answer.status === 201;
    };
    expect(await create(0)).toBe(true);
    const answers = Array.from({ length: 20 }, (_, index) => create(index + 1).catch(() => false));
    child.kill('SIGTERM');
    const accepted = (await Promise.all(answers)).filter(Boolean).length + 1;
    await live.text();
    const { code } = await ended;
    expect(code).toBe(0);

    const store = await createSqliteEventStore(join(data, 'studio.sqlite'));
    onTestFinished(() => store.close());
    const { ok, streams } = await verifyStore(store, { prefix: 'content-cards/' });
    expect(ok).toBe(true);
    // A change may be in the store without its answer, never the other way round.
    expect(streams).toBeGreaterThanOrEqual(accepted);
  });

  it('goes on after kill -9 with the same token', async () => {
    const data = temporaryFolder();
    const first = await startStudio(data);
    const headers = {
      authorization: `Bearer ${first.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ spec_id: 'd', cards: [card('a')] });
    await fetch(`${first.url}/v1/content/cards`, { method: 'POST', headers, body });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startStudio(data);
    const answer = await fetch(`${second.url}/v1/content/cards?spec_id=d`, { headers });
    expect(await answer.json()).toMatchObject({ items: [{ slide_id: 'a' }] });
  });

  it('ends with 2 and one line when it cannot start', async () => {
    const program = startProgram('main.ts', ['--port', 'x'], { directory, fromSources: true });
    const { code, stderr } = await program.ended;
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    const production = startProgram('main.ts', [], {
      directory,
      variables: { NODE_ENV: 'production' },
    });
    expect((await production.ended).code).toBe(2);
  });
});

it('names a data folder that is a file', async () => {
  const opened = openStore({ data: import.meta.filename, database: undefined });
  await expect(opened).rejects.toThrow('the data folder cannot be used: EEXIST');
});
