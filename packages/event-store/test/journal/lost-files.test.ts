import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFileEventStore,
  type FileEventStore,
  type FileSystem,
  nodeFileSystem,
} from '../../src/file.ts';
import { collect, upTo } from '../support/collect.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const event = { type: 'noted', data: 'x'.repeat(100) };
const corrupt = { code: 'store-corrupt' };
let root: ReturnType<typeof temporaryDirectory>;
let directory = '';
beforeEach(() => {
  root = temporaryDirectory();
  directory = join(root.path, 'journal');
});
afterEach(() => root.remove());

function segment(number: number): string {
  return join(directory, `journal-${String(number).padStart(6, '0')}.jsonl`);
}

async function appendTo(store: FileEventStore, count: number, streamId = 's'): Promise<void> {
  for (const _ of upTo(count)) await store.append(streamId, [event], { expectedVersion: 'any' });
}

/** Writes a closed journal and returns the number of its segments with content. */
async function writeJournal(count: number, segmentBytes = 2000): Promise<number> {
  const store = await createFileEventStore(directory, { segmentBytes });
  await appendTo(store, count);
  await store.close();
  return readdirSync(directory).length - 1;
}

describe('an append to a journal that changed under the open store', () => {
  it.each([
    ['emptied', (): void => truncateSync(segment(1))],
    ['cut in its first line', (): void => truncateSync(segment(1), 100)],
    ['cut in half', (): void => truncateSync(segment(1), statSync(segment(1)).size >> 1)],
    ['cut by one byte', (): void => truncateSync(segment(1), statSync(segment(1)).size - 1)],
    ['replaced by an older copy', (): void => renameSync(`${root.path}/older`, segment(1))],
    ['moved by a log rotation', (): void => renameSync(segment(1), `${segment(1)}.1`)],
    ['deleted', (): void => rmSync(segment(1))],
    ['written anew', (): void => writeFileSync(segment(1), `${'0123456789'.repeat(900)}\n`)],
  ])('is refused when the file was %s, before and after a read', async (_, change) => {
    const store = await createFileEventStore(directory);
    await appendTo(store, 2);
    copyFileSync(segment(1), `${root.path}/older`);
    await appendTo(store, 3);
    change();
    const left = existsSync(segment(1)) ? readFileSync(segment(1)) : undefined;
    const append = (): Promise<unknown> => store.append('s', [event], { expectedVersion: 5 });
    await expect(append()).rejects.toMatchObject(corrupt);
    await collect(store.read('s')).catch(() => undefined);
    await expect(append()).rejects.toMatchObject(corrupt);
    await expect(append()).rejects.toThrow('no append is acknowledged');
    // Nothing was written to it, so a copy can be restored in its place.
    expect(existsSync(segment(1)) ? readFileSync(segment(1)) : undefined).toEqual(left);
    await store.close();
  });

  it('is refused when another process began a new history in the emptied file', async () => {
    const store = await createFileEventStore(directory);
    await appendTo(store, 2);
    truncateSync(segment(1));
    rmSync(segment(2));
    const other = await createFileEventStore(directory);
    await appendTo(other, 5);
    await expect(store.append('s', [event], { expectedVersion: 2 })).rejects.toMatchObject(corrupt);
    expect(await collect(other.read('s'))).toHaveLength(5);
    await other.close();
    await store.close();
  });

  it('goes on when the content was restored', async () => {
    const store = await createFileEventStore(directory);
    await appendTo(store, 3);
    const content = readFileSync(segment(1));
    truncateSync(segment(1), 200);
    await expect(appendTo(store, 1)).rejects.toMatchObject(corrupt);
    writeFileSync(segment(1), content);
    await appendTo(store, 1);
    await store.close();
    const again = await createFileEventStore(directory);
    expect(await collect(again.read('s'))).toHaveLength(4);
    await again.close();
  });

  it('costs one look at the path, whatever the size of the journal', async () => {
    const calls = new Map<string, number>();
    const fileSystem: FileSystem = new Proxy(nodeFileSystem, {
      get(target, name) {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        return Reflect.get(target, name) as unknown;
      },
    });
    const store = await createFileEventStore(directory, { fileSystem });
    await appendTo(store, 200);
    calls.clear();
    await appendTo(store, 10);
    expect(Object.fromEntries(calls)).toEqual({ size: 20, identity: 10, append: 10, sync: 10 });
    await store.close();
  });
});

describe('a journal that lost a file or its content while it was closed', () => {
  it('is store-corrupt when its only segment was emptied or cut in its first line', async () => {
    await writeJournal(3, 1_000_000);
    for (const size of [100, 0]) {
      truncateSync(segment(1), size);
      await expect(createFileEventStore(directory)).rejects.toMatchObject(corrupt);
      expect(statSync(segment(1)).size).toBe(size);
    }
    const salvaged = await createFileEventStore(directory, { readOnly: true, salvage: true });
    expect(await collect(salvaged.readAll())).toEqual([]);
    await salvaged.close();
  });

  it('is store-corrupt when any segment, or all of them, were emptied', async () => {
    const count = await writeJournal(40);
    expect(count).toBeGreaterThan(3);
    const names = upTo(count).map(segment);
    for (const name of names) {
      const content = readFileSync(name);
      truncateSync(name);
      await expect(createFileEventStore(directory)).rejects.toMatchObject(corrupt);
      writeFileSync(name, content);
    }
    for (const name of names) truncateSync(name);
    await expect(createFileEventStore(directory)).rejects.toMatchObject(corrupt);
  });

  it('is store-corrupt when its last segment with content was deleted', async () => {
    const count = await writeJournal(40);
    rmSync(segment(count));
    await expect(createFileEventStore(directory)).rejects.toMatchObject(corrupt);
  });

  it('without the empty next segment is reported in `repair`, since a crash can leave the same', async () => {
    const count = await writeJournal(40);
    rmSync(segment(count + 1));
    truncateSync(segment(count));
    const emptied = await createFileEventStore(directory, { readOnly: true });
    const report = { damaged: 1, void: 0, bytes: 0, offset: 0 };
    expect(emptied.repair).toEqual({ ...report, file: segment(count) });
    await emptied.close();
    rmSync(segment(count));
    const deleted = await createFileEventStore(directory, { readOnly: true });
    expect(deleted.repair).toEqual({ ...report, file: segment(count) });
    await deleted.close();
  });

  it('of an older version opens, and detects it after its next append', async () => {
    await writeJournal(3, 1_000_000);
    rmSync(segment(2));
    const store = await createFileEventStore(directory);
    expect(store.repair).toBeUndefined();
    await appendTo(store, 1);
    await store.close();
    truncateSync(segment(1));
    await expect(createFileEventStore(directory)).rejects.toMatchObject(corrupt);
  });
});

describe('a store that slept while others removed the segment it had read', () => {
  it('goes on at the first remaining one, and loses no append', async () => {
    const options = { segmentBytes: 2000 };
    const store = await createFileEventStore(directory, options);
    await appendTo(store, 1);
    const sleeper = await createFileEventStore(directory, options);
    const reader = await createFileEventStore(directory, { readOnly: true });
    await appendTo(store, 29);
    await appendTo(store, 2, 'other');
    await store.removeStream('s', { expectedVersion: 30, archivedAs: 'archive' });
    expect(existsSync(segment(1))).toBe(false);
    await sleeper.append('new', [event], { expectedVersion: 0 });
    await expect(sleeper.append('s', [event], { expectedVersion: 1 })).rejects.toMatchObject({
      code: 'store-removed',
    });
    for (const each of [store, sleeper, reader, await createFileEventStore(directory)]) {
      const events = await collect(each.readAll());
      expect(events.map(({ streamId }) => streamId)).toEqual(['other', 'other', 'new']);
      await each.close();
    }
  });
});

it('a journal that another process goes on writing while it is opened is whole', async () => {
  const store = await createFileEventStore(directory, { segmentBytes: 2000 });
  await appendTo(store, 2);
  const earlier = `${root.path}/earlier`;
  const later = `${root.path}/later`;
  cpSync(directory, earlier, { recursive: true });
  await appendTo(store, 20);
  await store.close();
  cpSync(directory, later, { recursive: true });
  rmSync(directory, { recursive: true });
  cpSync(earlier, directory, { recursive: true });
  const size = statSync(segment(1)).size;
  let isRead = false;
  let isWritten = false;
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    read(file, offset, length) {
      const bytes = nodeFileSystem.read(file, offset, length);
      isRead ||= bytes.length >= size;
      return bytes;
    },
    open(path, mode) {
      // Between the end of the first segment, as it was, and the second one.
      if (path === segment(2) && isRead && !isWritten) {
        isWritten = true;
        cpSync(later, directory, { recursive: true });
      }
      return nodeFileSystem.open(path, mode);
    },
  };
  const opened = await createFileEventStore(directory, { fileSystem });
  expect(isWritten).toBe(true);
  expect(await collect(opened.read('s'))).toHaveLength(22);
  await opened.close();
});
