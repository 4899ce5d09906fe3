// Appends to a separate stream for a time after a common start, then prints the number of appends.
import { writeSync } from 'node:fs';
import { once } from 'node:events';
import { openStore } from './open-store.ts';

const [kind = '', place = '', name = '', ms = ''] = process.argv.slice(2);
const store = await openStore(kind, place);
const data = { name, pad: 'x'.repeat(400) };
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
const until = performance.now() + Number(ms);
let count = 0;
while (performance.now() < until) {
  await store.append(name, [{ type: 'written', data }], { expectedVersion: count });
  count += 1;
}
await store.close();
writeSync(1, `${count}\n`);
process.exit(0);
