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

// Run alone: the scheduler of a busy machine may starve a process whatever the store does.
describe.each(['file', 'file-small', 'sqlite'])('five processes on %s', (kind) => {
  it('share: the slowest gets a quarter of the fastest', { timeout: 30_000 }, async () => {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    const place = join(directory.path, 'store');
    await (await openStore(kind, place)).close();
    const children = Array.from({ length: 5 }, (_, index) =>
      startChild('append-for', kind, place, `s${index}`, '1500'),
    );
    for (const child of children) cleanUp.push(() => child.process.kill('SIGKILL'));
    await Promise.all(children.map((child) => child.waitFor('ready')));
    for (const child of children) child.process.stdin?.write('go\n');
    await Promise.all(children.map((child) => child.exited));
    const counts = children.map((child) => Number(child.lines.at(-1)));
    const store = await openStore(kind, place);
    expect(await verifyStore(store)).toMatchObject({
      ok: true,
      streams: 5,
      events: counts.reduce((sum, count) => sum + count, 0),
    });
    await store.close();
    process.stderr.write(`${kind}: ${counts.join(' ')}\n`);
    expect(Math.min(...counts) / Math.max(...counts)).toBeGreaterThanOrEqual(0.25);
  });
});
