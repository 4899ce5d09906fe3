// Opens a store, waits for a line, appends to its own stream for a time, prints the number of appends.
import { once } from 'node:events';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';

const [kind, place = '', stream = '', milliseconds] = process.argv.slice(2);
const store = await (kind === 'file' ? createFileEventStore(place) : createSqliteEventStore(place));
const event = { type: 'written', data: { stream, pad: 'x'.repeat(400) } };
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const until = performance.now() + Number(milliseconds);
let count = 0;
while (performance.now() < until) {
  await store.append(stream, [event], { expectedVersion: count });
  count += 1;
}
await store.close();
process.stdout.write(`${count}\n`);
process.stdin.destroy();
