import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createFileEventStore } from '@kanmon/event-store/file';

const store = await createFileEventStore(`${mkdtempSync(`${tmpdir()}/deck-`)}/history`);
const approved = { type: 'slide-approved', data: { slide: 3 }, actor: 'ann' };
console.log(await store.append('deck/1', [approved], { expectedVersion: 0 }));
// Another process still believes that the deck is new.
const late = store.append('deck/1', [approved], { expectedVersion: 0 });
await late.catch((error: Error) => console.log(error.message));
for await (const { version, type, actor } of store.read('deck/1'))
  console.log(version, type, actor);
await store.close();
