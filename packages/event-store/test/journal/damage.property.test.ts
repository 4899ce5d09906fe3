import { triesOf } from '@kanmon/test-support';
import { EventStoreError, type StoredEvent } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFileEventStore } from '../../src/file.ts';
import { memoryFileSystem } from '../../src/testing.ts';
import { collect } from '../support/collect.ts';

const path = '/store/journal-000001.jsonl';
let journal: Uint8Array = new Uint8Array();
let history: readonly StoredEvent[] = [];
/** Returns the offset of the last acknowledged line. */
let lastLine = 0;

beforeAll(async () => {
  const fileSystem = memoryFileSystem();
  const clock = createManualClock();
  for (let session = 0; session < 3; session += 1) {
    const store = await createFileEventStore('/store', { fileSystem, clock });
    for (let number = 0; number < 4; number += 1) {
      const events = [{ type: 'noted', data: { session, number, text: '値' } }];
      await store.append(`s${number % 2}`, events, { expectedVersion: 'any' });
      clock.advance(1000);
    }
    history = await collect(store.readAll());
    await store.close();
  }
  journal = fileSystem.contents().get(path) ?? journal;
  lastLine = journal.lastIndexOf(0x0a, journal.length - 2) + 1;
});

/** Returns the events that a store on these bytes serves, or the code of the error that it opens with. */
async function serve(bytes: Uint8Array): Promise<readonly StoredEvent[] | string> {
  const files = new Map([[path, bytes]]);
  const fileSystem = memoryFileSystem({ directories: ['/store'], files });
  try {
    const store = await createFileEventStore('/store', { fileSystem });
    const events = await collect(store.readAll());
    await store.close();
    return events;
  } catch (error) {
    if (EventStoreError.isInstance(error)) return error.code;
    throw error;
  }
}

describe('a flipped bit', () => {
  it('before the last acknowledged line is reported or has no effect', async () => {
    // Every line feed, then bits anywhere.
    for (const [index, byte] of journal.entries()) {
      if (byte !== 0x0a || index >= lastLine) continue;
      const bytes = journal.slice();
      bytes[index] = 0x0b;
      expect(await serve(bytes)).toBe('store-corrupt');
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: lastLine - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (index, bit) => {
          const bytes = journal.slice();
          bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
          const served = await serve(bytes);
          expect([history, 'store-corrupt', 'store-format']).toContainEqual(served);
        },
      ),
      { numRuns: triesOf(500) },
    );
  });

  it('in the last line drops only that line', async () => {
    for (let index = lastLine; index < journal.length; index += 7) {
      const bytes = journal.slice();
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      expect(await serve(bytes)).toEqual(history.slice(0, -1));
    }
  });
});

describe('zeros over 40 bytes', () => {
  it('are reported, or drop only the last acknowledged line', async () => {
    let dropped = 0;
    for (let start = 0; start < journal.length; start += 3) {
      const bytes = journal.slice();
      bytes.fill(0, start, start + 40);
      const served = await serve(bytes);
      const allowed = start + 40 > lastLine ? [history.slice(0, -1)] : [];
      expect([...allowed, 'store-corrupt']).toContainEqual(served);
      dropped += served === 'store-corrupt' ? 0 : 1;
    }
    // The last line is dropped wherever it alone is damaged.
    expect(dropped).toBeGreaterThan(50);
  });
});

describe('a cut file', () => {
  it('is served up to its last whole line, or reported', async () => {
    for (let length = 0; length <= journal.length; length += 11) {
      const served = await serve(journal.slice(0, length));
      const whole = history.slice(0, typeof served === 'string' ? 0 : served.length);
      expect([whole, 'store-corrupt']).toContainEqual(served);
    }
  });
});
