import { createMemoryEventStore, verifyChain, VersionConflictError } from '@kanmon/core';

const store = createMemoryEventStore(); // or the file, SQLite and PostgreSQL stores of @kanmon/event-store
const opened = { type: 'opened', data: { title: 'Broken link' } };
await store.append('issue-1', [opened], { expectedVersion: 0 });
try {
  await store.append('issue-1', [opened], { expectedVersion: 0 });
} catch (error) {
  if (VersionConflictError.isInstance(error)) console.log(error.message);
}
const verdict = await verifyChain(store.read('issue-1'));
console.log(verdict.ok, verdict.version);
