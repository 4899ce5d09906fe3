// Increments a counter by compare-and-swap a number of times.
import { VersionConflictError } from '@kanmon/core';
import { openStore } from './open-store.ts';

const [kind = '', place = '', times = ''] = process.argv.slice(2);
const store = await openStore(kind, place);
for (let done = 0; done < Number(times);) {
  let version = 0;
  for await (const event of store.read('counter')) ({ version } = event);
  try {
    await store.append('counter', [{ type: 'incremented', data: version + 1 }], {
      expectedVersion: version,
    });
    done += 1;
  } catch (error) {
    if (!VersionConflictError.isInstance(error)) throw error;
  }
}
await store.close();
