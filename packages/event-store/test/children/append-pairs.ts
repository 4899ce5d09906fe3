// Appends transactions of two events without end and prints each acknowledged one; killed from outside.
import { writeSync } from 'node:fs';
import { openStore } from './open-store.ts';

const [kind = '', place = '', name = ''] = process.argv.slice(2);
const store = await openStore(kind, place);
writeSync(1, 'ready\n');
const longest = 100_000;
for (let number = 1; number <= longest; number += 1) {
  const events = ['first', 'second'].map((half) => ({ type: half, data: { name, number } }));
  const { version } = await store.append(`s-${number % 3}`, events, {
    expectedVersion: 'any',
    idempotencyKey: `${name}-${number}`,
  });
  writeSync(1, `${number % 3} ${version} ${number}\n`);
}
