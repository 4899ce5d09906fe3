import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createManualClock } from '@kanmon/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileEventStore } from '../../src/file.ts';
import { lineSum } from '../../src/node/file/journal-line.ts';
import { collect, upTo } from '../support/collect.ts';
import { buildJournal, type Piece } from '../support/journal-builder.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const event = { type: 'noted', data: null };
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

/** The segments with content; the one after them is empty. */
function written(): readonly string[] {
  return readdirSync(directory).filter((name) => statSync(join(directory, name)).size > 0);
}

describe('files', () => {
  it('are private: directory 0700, segments 0600', async () => {
    const store = await createFileEventStore(directory);
    await store.append('s', [event], { expectedVersion: 0 });
    await store.close();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(segment(1)).mode & 0o777).toBe(0o600);
  });

  it('are only those of the journal for any stream id', async () => {
    const store = await createFileEventStore(directory);
    for (const id of ['../../outside', '/etc/passwd', 'CON', 'journal-000002.jsonl']) {
      await store.append(id, [event], { expectedVersion: 0 });
    }
    await store.close();
    expect(readdirSync(directory)).toEqual(['journal-000001.jsonl', 'journal-000002.jsonl']);
    expect(readdirSync(root.path)).toEqual(['journal']);
  });

  it('of any other name are not touched', async () => {
    mkdirSync(directory);
    const names = ['README', 'journal-1.jsonl', 'journal-000001.jsonl.bak', 'journal-000000.jsonl'];
    for (const name of names) writeFileSync(join(directory, name), 'not ours\n');
    const store = await createFileEventStore(directory);
    await store.append('s', [event], { expectedVersion: 0 });
    await store.close();
    for (const name of names)
      expect(readFileSync(join(directory, name), 'utf8')).toBe('not ours\n');
  });
});

describe('an unsafe path', () => {
  it('is a symbolic link instead of the directory, with or without a slash', async () => {
    mkdirSync(directory);
    const link = join(root.path, 'link');
    symlinkSync(directory, link);
    for (const path of [link, `${link}/`]) {
      await expect(createFileEventStore(path)).rejects.toMatchObject({ code: 'store-unsafe-path' });
    }
  });

  it('is a symbolic link instead of a segment', async () => {
    mkdirSync(directory);
    const target = join(root.path, 'target');
    writeFileSync(target, '');
    symlinkSync(target, segment(1));
    await expect(createFileEventStore(directory)).rejects.toMatchObject({
      code: 'store-unsafe-path',
    });
    expect(readFileSync(target, 'utf8')).toBe('');
  });

  it('is a directory or a socket instead of a segment', async () => {
    mkdirSync(segment(1), { recursive: true });
    await expect(createFileEventStore(directory)).rejects.toMatchObject({
      code: 'store-unsafe-path',
    });
    const other = join(root.path, 'other');
    mkdirSync(other);
    const server = createServer();
    await new Promise<void>((resolve) =>
      server.listen(join(other, 'journal-000001.jsonl'), resolve),
    );
    await expect(createFileEventStore(other)).rejects.toMatchObject({ code: 'store-unsafe-path' });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a path that cannot be opened', () => {
  it.each([
    ['a file', (): string => join(root.path, 'file')],
    ['below a missing parent', (): string => join(root.path, 'no', 'such')],
    ['below a file', (): string => join(root.path, 'file', 'journal')],
  ])('because it is %s is store-open-failed with an instruction', async (_, pathOf) => {
    writeFileSync(join(root.path, 'file'), 'text');
    const opening = createFileEventStore(pathOf());
    await expect(opening).rejects.toMatchObject({ code: 'store-open-failed' });
    await expect(opening).rejects.toThrow(pathOf());
    expect(readFileSync(join(root.path, 'file'), 'utf8')).toBe('text');
  });

  it.each(['', 'a\0b'])('because it is %j is store-invalid-option', async (path) => {
    await expect(createFileEventStore(path)).rejects.toMatchObject({
      code: 'store-invalid-option',
    });
  });

  it('because it is read-only is store-open-failed for a user without rights, and can be read', async () => {
    const store = await createFileEventStore(directory);
    await store.append('s', [event], { expectedVersion: 0 });
    await store.close();
    for (const number of [1, 2]) chmodSync(segment(number), 0o444);
    chmodSync(directory, 0o555);
    chmodSync(root.path, 0o755);
    // Root may write everywhere, so another user tries.
    const script = `
      const { createFileEventStore } = await import(${JSON.stringify(new URL('../../src/file.ts', import.meta.url).href)});
      if (process.getuid() === 0) process.setuid(65534);
      const directory = ${JSON.stringify(directory)};
      const code = await createFileEventStore(directory).then(() => 'opened', (error) => error.code);
      const store = await createFileEventStore(directory, { readOnly: true });
      let count = 0;
      for await (const event of store.read('s')) count += event.version;
      console.log(code, count);`;
    const nodeOptions = ['--conditions=@kanmon/source', '--input-type=module', '--eval', script];
    const output = execFileSync(process.execPath, nodeOptions, {
      encoding: 'utf8',
      timeout: 20_000,
    });
    chmodSync(directory, 0o755);
    expect(output.trim()).toBe('store-open-failed 1');
  }, 30_000);
});

describe('read-only', () => {
  it('reads, follows other writers, and refuses to write', async () => {
    const writer = await createFileEventStore(directory);
    const reader = await createFileEventStore(directory, { readOnly: true });
    await writer.append('s', [event], { expectedVersion: 0 });
    expect(await collect(reader.read('s'))).toHaveLength(1);
    await expect(reader.append('s', [event], { expectedVersion: 1 })).rejects.toMatchObject({
      code: 'store-invalid-option',
    });
    await expect(createFileEventStore(directory, { salvage: true })).rejects.toMatchObject({
      code: 'store-invalid-option',
    });
    await reader.close();
    await writer.close();
  });

  it('creates nothing', async () => {
    await expect(createFileEventStore(directory, { readOnly: true })).rejects.toMatchObject({
      code: 'store-open-failed',
    });
    expect(readdirSync(root.path)).toEqual([]);
  });
});

describe('a foreign or newer format', () => {
  it.each([
    ['text', 'hello world, this is a log\n'],
    ['JSON lines', '{"level":30}\n{"level":40}\n'],
    ['text without a line end', 'SQLite format 3'],
    ['other checksums', `${'zz'.repeat(8)} {"a":1}\n`],
  ])('is store-format: %s', async (_, content) => {
    mkdirSync(directory);
    writeFileSync(segment(1), content);
    await expect(createFileEventStore(directory)).rejects.toMatchObject({ code: 'store-format' });
    expect(readFileSync(segment(1), 'utf8')).toBe(content);
  });

  it('is store-format also when the newer one has other members', async () => {
    mkdirSync(directory);
    for (const body of [
      '{"format":2,"kind":"open","sequence":1}',
      '{"at":"x","durable":0,"format":7,"kind":"open","previous":"0000000000000000","segment":1,"sequence":1,"store":"s","writer":"w"}',
    ]) {
      writeFileSync(segment(1), `${lineSum(body)} ${body}\n`);
      const opening = createFileEventStore(directory);
      await expect(opening).rejects.toMatchObject({ code: 'store-format' });
      await expect(opening).rejects.toThrow('update @kanmon/event-store');
    }
  });

  it.each(['', '\0'.repeat(100), '0123456789abcdef {"at":', '01234', '01234!\n', '!\n'])(
    'is not what a crash left of a first line: %j',
    async (content) => {
      mkdirSync(directory);
      writeFileSync(segment(1), content);
      const store = await createFileEventStore(directory);
      await store.append('s', [event], { expectedVersion: 0 });
      await store.close();
      const again = await createFileEventStore(directory);
      expect(await collect(again.read('s'))).toHaveLength(1);
      await again.close();
    },
  );
});

describe('segments', () => {
  it('follow each other by size, and the history goes through', async () => {
    const store = await createFileEventStore(directory, { segmentBytes: 2000 });
    for (const version of upTo(40))
      await store.append('s', [event], { expectedVersion: version - 1 });
    await store.close();
    const names = readdirSync(directory);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(statSync(join(directory, name)).size).toBeLessThan(2700);
    const again = await createFileEventStore(directory);
    expect(await collect(again.read('s'))).toHaveLength(40);
    await again.close();
  });

  it('hold at least one line each, however small segmentBytes is', async () => {
    const store = await createFileEventStore(directory, { segmentBytes: 1 });
    for (const version of upTo(4)) {
      await store.append('s', [event], { expectedVersion: version - 1 });
    }
    await store.close();
    expect(written()).toHaveLength(4);
    const again = await createFileEventStore(directory, { segmentBytes: 1 });
    expect(await collect(again.read('s'))).toHaveLength(4);
    await again.close();
  });

  it('follow each other by month, forwards only, also when the clock jumps', async () => {
    const clock = createManualClock('2026-01-31T23:59:59.000Z');
    const store = await createFileEventStore(directory, { clock });
    const append = (): Promise<unknown> => store.append('s', [event], { expectedVersion: 'any' });
    const day = 86_400_000;
    await append();
    clock.advance(2000);
    await append();
    expect(written()).toHaveLength(2);
    for (const jump of [-40, 40, -400, 400, -40, 40]) {
      clock.advance(jump * day);
      await append();
    }
    expect(written()).toHaveLength(2);
    clock.advance(3650 * day);
    await append();
    expect(written()).toHaveLength(3);
    const times = (await collect(store.readAll())).map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    await store.close();
  });

  it('that are missing are store-corrupt', async () => {
    const store = await createFileEventStore(directory, { segmentBytes: 1000 });
    for (const version of upTo(20))
      await store.append('s', [event], { expectedVersion: version - 1 });
    await store.close();
    const count = readdirSync(directory).length;
    for (const number of [1, 2, count - 1]) {
      const content = readFileSync(segment(number));
      rmSync(segment(number));
      await expect(createFileEventStore(directory)).rejects.toMatchObject({
        code: 'store-corrupt',
      });
      writeFileSync(segment(number), content, { mode: 0o600 });
    }
    const again = await createFileEventStore(directory);
    expect(await collect(again.read('s'))).toHaveLength(20);
    await again.close();
  });
});

describe('lines of a writer', () => {
  async function repairOf(pieces: readonly Piece[]): Promise<unknown> {
    mkdirSync(directory);
    for (const [number, bytes] of buildJournal(pieces)) writeFileSync(segment(number), bytes);
    const reports: unknown[] = [];
    const store = await createFileEventStore(directory, {
      onRepair: (report) => reports.push(report),
    });
    await store.close();
    expect(reports).toEqual(store.repair === undefined ? [] : [store.repair]);
    return store.repair;
  }

  it('that lost races, each with a batch, are no repair', async () => {
    const pieces: readonly Piece[] = [
      { line: 'open' },
      { line: 'append', as: 'a' },
      { line: 'append', as: 'b' },
      { line: 'append', from: 'a', durable: 2, writer: 'b'.repeat(16) },
      { line: 'append', durable: 2, writer: 'b'.repeat(16) },
      { line: 'append', durable: 2, writer: 'b'.repeat(16) },
      { line: 'append', from: 'a', durable: 2, writer: 'c'.repeat(16) },
      { line: 'append', durable: 2, writer: 'c'.repeat(16) },
      { line: 'append', from: 'b' },
      { line: 'seal', as: 's' },
      { line: 'append', from: 'b', durable: 3 },
      { segment: 2 },
      { line: 'open', from: 's', as: 'first' },
      { line: 'open', from: 's', writer: 'b'.repeat(16), stray: true },
      { line: 'append', from: 'first' },
    ];
    expect(await repairOf(pieces)).toBeUndefined();
  });

  it('whose predecessor never reached the disk are reported', async () => {
    const pieces: readonly Piece[] = [
      { line: 'open', as: 'o' },
      { line: 'append', omit: true },
      { line: 'append', durable: 1 },
      { line: 'append', durable: 1 },
      { line: 'append', from: 'o', durable: 1 },
    ];
    expect(await repairOf(pieces)).toMatchObject({ damaged: 0, void: 2 });
  });
});

describe('a corrupt middle', () => {
  it('is store-corrupt with its place, writes nothing, and can be salvaged up to there', async () => {
    const store = await createFileEventStore(directory);
    for (const version of upTo(9))
      await store.append('s', [event], { expectedVersion: version - 1 });
    await store.close();
    const content = readFileSync(segment(1));
    const lines = content.toString('utf8').split('\n');
    const offset = lines.slice(0, 5).join('\n').length + 1;
    content[offset + 40] = (content[offset + 40] ?? 0) ^ 4;
    writeFileSync(segment(1), content);
    await expect(createFileEventStore(directory)).rejects.toMatchObject({
      code: 'store-corrupt',
      details: { file: segment(1), offset, sequence: 5, lost: [6, 9], lastGood: { sequence: 5 } },
    });
    expect(readFileSync(segment(1))).toEqual(content);
    const salvaged = await createFileEventStore(directory, { readOnly: true, salvage: true });
    expect(await collect(salvaged.read('s'))).toHaveLength(4);
    await salvaged.close();
  });

  it('that is damaged while a store is open is reported when it is read', async () => {
    const store = await createFileEventStore(directory);
    for (const version of upTo(3))
      await store.append('s', [event], { expectedVersion: version - 1 });
    const content = readFileSync(segment(1));
    content[400] = (content[400] ?? 0) ^ 1;
    writeFileSync(segment(1), content);
    await expect(collect(store.read('s'))).rejects.toMatchObject({ code: 'store-corrupt' });
    await store.close();
  });

  it('that holds only leftovers is repaired and reported', async () => {
    const store = await createFileEventStore(directory);
    await store.append('s', [event], { expectedVersion: 0 });
    await store.close();
    const before = readFileSync(segment(1));
    writeFileSync(segment(1), Buffer.concat([before, Buffer.from('torn li')]));
    const reports: unknown[] = [];
    const again = await createFileEventStore(directory, {
      onRepair: (report) => reports.push(report),
    });
    const report = { damaged: 1, void: 0, bytes: 7, file: segment(1), offset: before.length };
    expect(reports).toEqual([report]);
    expect(again.repair).toEqual(report);
    await again.append('s', [event], { expectedVersion: 1 });
    await again.close();
    expect(
      readFileSync(segment(1))
        .subarray(0, before.length + 9)
        .toString('utf8'),
    ).toBe(`${before.toString('utf8')}torn li!\n`);
  });
});
