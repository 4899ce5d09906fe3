import { isLongRun } from '@kanmon/test-support';
import { join } from 'node:path';
import { FencedError, type Lease } from '@kanmon/core';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyStore } from '../src/index.ts';
import { openStore } from './children/open-store.ts';
import { type Child, startChild } from './support/child-process.ts';
import { killRounds } from './support/kill-rounds.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

/** Rotation is one more way to be killed; a few rounds of it do for the check. */
const roundsOf = (kind: string): number => (isLongRun ? 200 : kind === 'file-small' ? 3 : 6);
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const action of cleanUp.splice(0)) action();
});

function freshPlace(): string {
  const directory = temporaryDirectory();
  cleanUp.push(() => directory.remove());
  return join(directory.path, 'store');
}

function start(...values: Parameters<typeof startChild>): Child {
  const child = startChild(...values);
  cleanUp.push(() => child.process.kill('SIGKILL'));
  return child;
}

describe.each(['file', 'file-small', 'sqlite'])('several processes on %s', (kind) => {
  it(
    'loses no acknowledged append and tears none under kill -9',
    async () => {
      const rounds = roundsOf(kind);
      const report = await killRounds(kind, freshPlace(), rounds);
      if (isLongRun) process.stderr.write(`${kind}: ${JSON.stringify(report)}\n`);
      expect(report).toMatchObject({ rounds, lost: 0, torn: 0 });
      expect(report.acknowledged).toBeGreaterThan(rounds);
    },
    isLongRun ? 600_000 : 60_000,
  );

  it('counts exactly with four processes that compare and swap', async () => {
    const place = freshPlace();
    await (await openStore(kind, place)).close();
    const children = Array.from({ length: 4 }, () => start('increment', kind, place, '50'));
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
    const store = await openStore(kind, place);
    const values: unknown[] = [];
    for await (const event of store.read('counter')) values.push(event.data);
    expect(values).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(await verifyStore(store)).toMatchObject({ ok: true, events: 200 });
    expect(Reflect.get(store, 'repair')).toBeUndefined();
    await store.close();
  }, 60_000);

  it('fences an owner that was stopped until its lease expired', async () => {
    const place = freshPlace();
    const child = start('lease-owner', kind, place, '150');
    await child.waitFor('ready');
    child.process.stdin?.write('write\n');
    await child.waitFor('written 1');
    child.process.kill('SIGSTOP');
    const store = await openStore(kind, place);
    let fence: Lease | null = null;
    while (fence === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      fence = await store.acquireLease('r', { owner: 'parent', ttlMs: 60_000 });
    }
    expect(fence.token).toBe(2);
    await store.append('s', [{ type: 'parent', data: 1 }], { expectedVersion: 1, fence });
    child.process.stdin?.write('write\n');
    child.process.kill('SIGCONT');
    await child.waitFor('fenced taken-over');
    await store.append('s', [{ type: 'parent', data: 2 }], { expectedVersion: 2, fence });
    await expect(
      store.append('s', [{ type: 'forged', data: 0 }], {
        expectedVersion: 'any',
        fence: { ...fence, token: 1 },
      }),
    ).rejects.toBeInstanceOf(FencedError);
    await store.close();
  }, 30_000);
});
