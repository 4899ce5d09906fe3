import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createManualClock } from '@kanmon/core/testing';
import { canonicalJson } from '@kanmon/core/json';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileEventStore } from '../../src/file.ts';
import { verifyStore } from '../../src/index.ts';
import {
  decodeBody,
  type DecodedRecord,
  encodeLine,
  type JournalRecord,
} from '../../src/node/file/journal-line.ts';
import { collect } from '../support/collect.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const golden = fileURLToPath(new URL('../golden/journal-format-1', import.meta.url));
let root: ReturnType<typeof temporaryDirectory>;
let directory = '';
beforeEach(() => {
  root = temporaryDirectory();
  directory = join(root.path, 'journal');
  cpSync(golden, directory, { recursive: true });
});
afterEach(() => root.remove());

/** The record as it was before it was written; `fence` is only kept for people to read. */
function toRecord(record: DecodedRecord, body: string): JournalRecord {
  if (record.kind !== 'append') return record;
  const parse: (text: string) => { fence?: { resource: string; token: number } } = JSON.parse;
  const { fence } = parse(body);
  const events = record.events.map(({ data, ...event }) =>
    Object.assign(event, { dataJson: canonicalJson(data) }),
  );
  return { ...record, events, ...(fence === undefined ? {} : { fence }) };
}

describe('a journal of format 1', () => {
  it('is read by every later version', async () => {
    const parse: (text: string) => { events: unknown; removed: unknown } = JSON.parse;
    const { events, removed } = parse(readFileSync(`${golden}.json`, 'utf8'));
    const store = await createFileEventStore(directory, { readOnly: true });
    expect(await collect(store.readAll())).toEqual(events);
    expect(await collect(store.listRemoved())).toEqual(removed);
    expect(await verifyStore(store)).toMatchObject({ ok: true, streams: 2, events: 4 });
    await store.close();
  });

  it('continues after its last line', async () => {
    const clock = createManualClock('2026-02-03T00:00:00.000Z');
    const store = await createFileEventStore(directory, { clock });
    const replayed = { expectedVersion: 9, idempotencyKey: 'k-1' };
    const event = { type: 'note', data: null };
    expect(await store.append('session/第3話', [event], replayed)).toEqual({
      version: 2,
      position: 2,
      replayed: true,
    });
    const lease = await store.acquireLease('deck/1', { owner: 'worker-3', ttlMs: 1 });
    expect(lease?.token).toBe(3);
    const next = await store.append('session/第3話', [event], { expectedVersion: 3 });
    expect(next).toMatchObject({ version: 4, position: 6 });
    await store.close();
    expect(await verifyStore(await createFileEventStore(directory))).toMatchObject({ ok: true });
  });

  it('is written to the same bytes', () => {
    const names = readdirSync(golden);
    expect(names).toEqual(['journal-000001.jsonl', 'journal-000002.jsonl']);
    for (const name of names) {
      const text = readFileSync(join(golden, name), 'utf8');
      const written = text
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const body = line.slice(17);
          const decoded = decodeBody(body);
          if (decoded === null) return 'no line';
          return encodeLine(decoded.frame, toRecord(decoded.record, body)).bytes.toString('utf8');
        });
      expect(written.join('')).toBe(text);
    }
  });
});
