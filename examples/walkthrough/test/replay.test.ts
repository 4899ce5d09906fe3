import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '@kanmon/core/testing';
import type { Journal } from '../src/frame/journal.ts';
import { createJournals, type KeptJournal } from '../src/frame/journals.ts';
import { replayChanged, replayJournal } from '../src/steps/replay-journal.ts';

const journal: Journal = {
  name: 'sums',
  async fold(store) {
    let sum = 0;
    for await (const { data } of store.readAll()) sum += Number(data);
    return { sum };
  },
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kanmon-replay-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function keep(state: unknown): Promise<KeptJournal> {
  const journals = createJournals(folder, { fresh: true, clock: createManualClock() });
  const { store, close } = await journals.open(journal);
  for (const data of [1, 2, 3]) {
    await store.append('sum', [{ type: 'added', data }], { expectedVersion: 'any' });
  }
  // The last line is no event: what happens to it, no head and no state can show.
  await store.acquireLease('sum', { owner: 'test', ttlMs: 1_000 });
  await close(state);
  journals.publish();
  journals.dispose();
  const [kept] = createJournals(folder, { fresh: false, clock: createManualClock() }).kept();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}

const segment = ({ directory }: KeptJournal) => join(directory, 'journal-000001.jsonl');

describe('a journal that is read again', () => {
  it('folds to the bytes that were kept', async () => {
    const replay = await replayJournal(await keep({ sum: 6, note: undefined }), journal);
    expect(replay).toMatchObject({ name: 'sums', events: 3, streams: [{ head: { version: 3 } }] });
    expect(replay.fault).toBeUndefined();
  });

  it('is red when it folds to something else', async () => {
    expect(await replayJournal(await keep({ sum: 7 }), journal)).toMatchObject({
      fault: 'other-state',
    });
  });

  it('is red whichever byte is another one', async () => {
    const kept = await keep({ sum: 6 });
    const bytes = readFileSync(segment(kept));
    const unseen: number[] = [];
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(segment(kept), changed);
      if ((await replayJournal(kept, journal)).fault === undefined) unseen.push(at);
    }
    expect(bytes.length).toBeGreaterThan(700);
    expect(unseen).toEqual([]);
  });

  it('is red when its tail was cut off, which no chain can show by itself', async () => {
    const kept = await keep({ sum: 6 });
    const lines = readFileSync(segment(kept), 'utf8').trimEnd().split('\n');
    writeFileSync(segment(kept), `${lines.slice(0, -2).join('\n')}\n`);
    expect(await replayJournal(kept, journal)).toMatchObject({ fault: 'chain' });
  });

  it('changes the byte in a copy and leaves the journal alone', async () => {
    const kept = await keep({ sum: 6 });
    expect(await replayChanged(kept, journal)).toMatchObject({ fault: 'unreadable' });
    expect((await replayJournal(kept, journal)).fault).toBeUndefined();
  });
});
