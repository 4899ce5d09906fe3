import { verifyChain } from '@kanmon/core';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileEventStore } from '@kanmon/event-store/file';
import { bundledProgram } from '@kanmon/test-support';
import { afterEach, describe, expect, test } from 'vitest';
import { createContentService, foldDeck, verifyApproved } from '../src/index.ts';
import { deckServiceConformance } from '../src/testing.ts';
import { editor, eventsOf, valueOf } from './helpers.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-cards-'));
  folders.push(folder);
  return folder;
}

describe('the service on the file journal', () => {
  test.each([...deckServiceConformance(() => createFileEventStore(freshFolder()))])(
    '$name',
    async (each) => expect(await each.run()).toBeUndefined(),
  );
});

/** Runs the writer until it has acknowledged some edits, then kills it in the middle of whatever it does. */
async function killWriter(folder: string, acknowledgements: number): Promise<readonly string[]> {
  const child = bundledProgram(new URL('children/write-deck.ts', import.meta.url));
  const options = ['--no-warnings', child, folder];
  const writer = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  writer.stdout.setEncoding('utf8');
  for await (const chunk of writer.stdout) {
    output += String(chunk);
    if (output.split('\n').length - 2 >= acknowledgements) writer.kill('SIGKILL');
  }
  return output.split('\n').slice(1, -1);
}

test.each([3, 8, 15])(
  'a writer killed after %d acknowledged rounds leaves a deck that is whole',
  async (rounds) => {
    const folder = freshFolder();
    const acknowledged = await killWriter(folder, rounds);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds);
    const store = await createFileEventStore(folder);
    const service = createContentService({ store });
    const events = await eventsOf(service, 'deck');
    // What was acknowledged is there, as it was acknowledged.
    for (const line of acknowledged) {
      const [slide_id = '', number = '', revision = ''] = line.split(' ');
      const version = Number(revision.replaceAll(/\D/g, ''));
      const state = foldDeck(events.slice(0, version)).cards.get(slide_id);
      expect([state?.card.title, state?.status]).toEqual([`版${number}`, 'draft']);
    }
    // The chain holds, the fold is the state, and the work goes on.
    expect(await verifyChain(events)).toMatchObject({ ok: true });
    const match = { ifMatch: '*' };
    for (const slide_id of ['a', 'b', 'c']) {
      const ref = { spec_id: 'deck', slide_id };
      if (valueOf(await service.getCard(ref)).status !== 'approved')
        valueOf(await service.approveCard(ref, {}, match, editor));
    }
    const { document } = valueOf(await service.exportApproved({ spec_id: 'deck' }));
    expect(await verifyApproved(document, service.history({ spec_id: 'deck' }))).toMatchObject({
      ok: true,
      checked: 3,
    });
    await store.close();
  },
  60_000,
);
