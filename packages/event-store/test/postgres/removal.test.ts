import { describe, expect, it } from 'vitest';
import { exportStreams, verifyArchive, verifyStore } from '../../src/index.ts';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { collect, upTo } from '../support/collect.ts';
import { follow, judge } from '../support/follow.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;

describe('removal of an archived stream', () => {
  it('waits for an append under way, and then refuses the old version', async () => {
    const store = await tests.freshStore('removal');
    await store.append('audit/1', [event], any);
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client, { schema: 'removal' });
    await client.query('begin');
    await held.append('audit/1', [event], any);
    const removing = store.removeStream('audit/1', { expectedVersion: 1, archivedAs: 'x' });
    const outcome = removing.catch((error: unknown) => error);
    await store.append('other', [event], any);
    await client.query('commit');
    client.release();
    expect(await outcome).toMatchObject({ code: 'version-conflict', actualVersion: 2 });
    await store.removeStream('audit/1', { expectedVersion: 2, archivedAs: 'x' });
    const late = Promise.allSettled([
      store.append('audit/1', [event], any),
      store.append('other', [event], any),
    ]);
    expect(await late).toMatchObject([
      { status: 'rejected', reason: { code: 'store-removed' } },
      { status: 'fulfilled' },
    ]);
  });

  it('gives no position twice and disturbs no follower, month after month', async () => {
    const store = await tests.freshStore('months');
    const follower = follow(await createPostgresEventStore(tests.openPool(), { schema: 'months' }));
    const files = new Map<string, Uint8Array>();
    const positions: number[] = [];
    for (const month of upTo(4)) {
      await Promise.all(
        upTo(12).map(async (number) => {
          const stream = number % 2 === 0 ? `audit/2026${month}` : `deck/${number}`;
          positions.push((await store.append(stream, [event, event], any)).position);
        }),
      );
      const olderThan = new Date(Date.now() + 1000);
      const manifest = await exportStreams(
        store,
        { prefix: 'audit/', olderThan },
        async (name, bytes) => {
          files.set(name, bytes);
        },
      );
      expect(await verifyArchive(manifest, files)).toMatchObject({ ok: true });
      for (const { streamId, version, file } of manifest.streams) {
        await store.removeStream(streamId, { expectedVersion: version, archivedAs: file });
      }
    }
    await follower.stop();
    expect(await judge(follower, store)).toEqual({ missed: 0, doubled: 0, unordered: 0 });
    expect(new Set(positions).size).toBe(48);
    expect(await collect(store.listRemoved())).toHaveLength(4);
    expect(await verifyStore(store)).toMatchObject({ ok: true, streams: 6, events: 48 });
  });
});
