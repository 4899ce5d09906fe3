// Acquires a lease and writes under it on request, until it is fenced; prints each result.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { FencedError } from '@kanmon/core';
import { openStore } from './open-store.ts';

const [kind = '', place = '', ttlMs = ''] = process.argv.slice(2);
const store = await openStore(kind, place);
const fence = await store.acquireLease('r', { owner: 'child', ttlMs: Number(ttlMs) });
if (fence === null) throw new Error('the lease is held');
writeSync(1, 'ready\n');
let number = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'write') break;
  number += 1;
  try {
    await store.append('s', [{ type: 'child', data: number }], { expectedVersion: 'any', fence });
    writeSync(1, `written ${number}\n`);
  } catch (error) {
    writeSync(
      1,
      FencedError.isInstance(error) ? `fenced ${error.reason}\n` : `failed ${String(error)}\n`,
    );
  }
}
await store.close();
process.exit(0);
