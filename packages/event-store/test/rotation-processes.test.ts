import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyStore } from '../src/index.ts';
import { openStore } from './children/open-store.ts';
import { startChild } from './support/child-process.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const action of cleanUp.splice(0)) action();
});

// A process that was slow while another one sealed the segment must not mark a segment without a first line. With
// such marks every second round failed.
describe.each([1, 2, 3, 4, 5, 6])('five processes with small segments, round %i', () => {
  it('leave a journal that opens with every event', { timeout: 60_000 }, async () => {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    const place = join(directory.path, 'store');
    await (await openStore('file-small', place)).close();
    const children = Array.from({ length: 5 }, (_, index) =>
      startChild('append-for', 'file-small', place, `s${index}`, '350'),
    );
    for (const child of children) cleanUp.push(() => child.process.kill('SIGKILL'));
    await Promise.all(children.map((child) => child.waitFor('ready')));
    for (const child of children) child.process.stdin?.write('go\n');
    await Promise.all(children.map((child) => child.exited));
    const events = children.reduce((sum, child) => sum + Number(child.lines.at(-1)), 0);
    const store = await openStore('file-small', place);
    expect(await verifyStore(store)).toMatchObject({ ok: true, events });
    await store.close();
  });
});
