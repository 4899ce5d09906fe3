import { createManualClock } from '@kanmon/core/testing';
import { exportStreams, verifyArchive } from '@kanmon/event-store';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';

const clock = createManualClock('2026-01-15'); // the machine's clock when it is left out
const store = await createSqliteEventStore(':memory:', { clock });
const granted = { type: 'access-granted', data: { page: 3 }, actor: 'ann' };
await store.append('audit/202601', [granted], { expectedVersion: 0 });

const days = 86_400_000;
clock.advance(120 * days);
const olderThan = new Date(clock.now().getTime() - 90 * days);
const kept = new Map<string, Uint8Array>(); // your disk or bucket: durable before the promise resolves
const sink = async (name: string, bytes: Uint8Array) => void kept.set(name, bytes);
const manifest = await exportStreams(store, { prefix: 'audit/', olderThan }, sink);

const verdict = await verifyArchive(manifest, kept); // read back from where the sink put it
if (!verdict.ok) throw new Error(JSON.stringify(verdict.bad));
for (const { streamId, version, file } of manifest.streams) {
  await store.removeStream(streamId, { expectedVersion: version, archivedAs: file });
}
for await (const removed of store.listRemoved()) console.log(removed.streamId, removed.archivedAs);
await store.close();
