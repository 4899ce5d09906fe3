import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/node/sqlite/sqlite-database.ts';
import { createSqliteCounter, createSqliteEventStore, type SqliteDatabase } from '../src/sqlite.ts';
import { verifyStore } from '../src/index.ts';
import { collect, upTo } from './support/collect.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const event = { type: 'noted', data: null };
let root: ReturnType<typeof temporaryDirectory>;
let path = '';
beforeEach(() => {
  root = temporaryDirectory();
  path = join(root.path, 'events.db');
});
afterEach(() => root.remove());

describe('the file', () => {
  it('is private, with its side files', async () => {
    const store = await createSqliteEventStore(path);
    await store.append('s', [event], { expectedVersion: 0 });
    for (const name of [path, `${path}-wal`, `${path}-shm`]) {
      expect(statSync(name).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  it('carries the application id and the format, and is set to survive a power failure', async () => {
    const database = new DatabaseSync(path);
    const store = await createSqliteEventStore(database);
    expect(database.prepare('pragma application_id').get()).toEqual({ application_id: 0x4b4d4553 });
    expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 1 });
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    await store.close();
    // A connection that was passed in stays open.
    expect(database.prepare('select count(*) as count from kanmon_event').get()).toEqual({
      count: 0,
    });
    database.close();
  });

  it('of another application is store-format and is not touched', async () => {
    const database = new DatabaseSync(path);
    database.exec('create table theirs(a)');
    database.close();
    await expect(createSqliteEventStore(path)).rejects.toMatchObject({ code: 'store-format' });
    const again = new DatabaseSync(path);
    expect(again.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' });
    again.exec('pragma application_id=7');
    again.close();
    await expect(createSqliteEventStore(path)).rejects.toMatchObject({ code: 'store-format' });
  });

  it('of a newer format is store-format', async () => {
    await (await createSqliteEventStore(path)).close();
    const database = new DatabaseSync(path);
    database.exec('pragma user_version=2');
    database.close();
    await expect(createSqliteEventStore(path)).rejects.toMatchObject({ code: 'store-format' });
  });

  it('that is not a database is store-corrupt with the message of SQLite', async () => {
    writeFileSync(path, 'This is text and no database. '.repeat(200));
    const opening = createSqliteEventStore(path);
    await expect(opening).rejects.toMatchObject({ code: 'store-corrupt' });
    await expect(opening).rejects.toThrow('file is not a database');
  });

  it.each([11, 26, 0x20b])(
    'with the damage %i is store-corrupt in every method',
    async (errcode) => {
      const damage = Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode });
      const database = new DatabaseSync(':memory:');
      let isDamaged = false;
      const connection: SqliteDatabase = {
        exec: (sql) => database.exec(sql),
        close: () => undefined,
        prepare(sql) {
          const statement = database.prepare(sql);
          const use = (): typeof statement => {
            if (isDamaged) throw damage;
            return statement;
          };
          return {
            run: (...values) => use().run(...values),
            get: (...values) => use().get(...values),
            all: (...values) => use().all(...values),
          };
        },
      };
      const store = await createSqliteEventStore(connection);
      await store.append('s', [event], { expectedVersion: 0 });
      isDamaged = true;
      const refusal = { name: 'EventStoreError', code: 'store-corrupt', cause: damage };
      await expect(collect(store.read('s'))).rejects.toMatchObject(refusal);
      await expect(collect(store.readAll())).rejects.toMatchObject(refusal);
      await expect(store.append('s', [event], { expectedVersion: 1 })).rejects.toMatchObject(
        refusal,
      );
      await expect(createSqliteEventStore(connection)).rejects.toMatchObject(refusal);
    },
  );

  it('with a damaged page is store-corrupt when it is read', async () => {
    const store = await createSqliteEventStore(path);
    const many = Array.from({ length: 300 }, () => ({ type: 'noted', data: 'x'.repeat(200) }));
    await store.append('s', many, { expectedVersion: 0 });
    await store.close();
    const bytes = readFileSync(path);
    for (let page = 8; page * 4096 < bytes.length; page += 1) {
      bytes.fill(0xff, page * 4096, page * 4096 + 64);
    }
    writeFileSync(path, bytes);
    const damaged = await createSqliteEventStore(path);
    const refusal = { name: 'EventStoreError', code: 'store-corrupt' };
    await expect(collect(damaged.read('s'))).rejects.toMatchObject(refusal);
    await expect(collect(damaged.readAll())).rejects.toMatchObject(refusal);
    await damaged.close();
  });

  it('that exists and is empty opens and is reported in `repair`', async () => {
    const fresh = await createSqliteEventStore(path);
    expect(fresh.repair).toBeUndefined();
    await fresh.append('s', [event], { expectedVersion: 0 });
    await fresh.close();
    truncateSync(path);
    const emptied = await createSqliteEventStore(path);
    expect(emptied.repair).toEqual({ damaged: 1, void: 0, bytes: 0, file: path, offset: 0 });
    expect(await collect(emptied.readAll())).toEqual([]);
    await emptied.close();
  });

  it('that was copied without its log is reported in `repair`, and one that was closed before is whole', async () => {
    const store = await createSqliteEventStore(path);
    await store.append('s', [event], { expectedVersion: 0 });
    copyFileSync(path, `${path}.open`);
    await store.close();
    copyFileSync(path, `${path}.closed`);
    const alone = await createSqliteEventStore(`${path}.open`);
    expect(alone.repair).toMatchObject({ damaged: 1, file: `${path}.open` });
    await alone.close();
    const whole = await createSqliteEventStore(`${path}.closed`);
    expect(whole.repair).toBeUndefined();
    expect(await verifyStore(whole)).toMatchObject({ ok: true, events: 1 });
    await whole.close();
  });

  it('is opened although another process locks a new one', async () => {
    const other = new DatabaseSync(path);
    other.exec('begin exclusive');
    const opening = createSqliteEventStore(path);
    setTimeout(() => other.exec('commit'), 50);
    const store = await opening;
    expect(await store.append('s', [event], { expectedVersion: 0 })).toMatchObject({ version: 1 });
    await store.close();
    other.close();
  });

  it('is read by statements without numbered parameters, which better-sqlite3 takes as names', async () => {
    const database = new DatabaseSync(':memory:');
    const prepared: string[] = [];
    const watched: SqliteDatabase = {
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        prepared.push(sql);
        return database.prepare(sql);
      },
      close: () => database.close(),
    };
    const store = await createSqliteEventStore(watched);
    await store.append('s/1', [event, event], { expectedVersion: 0 });
    expect(await collect(store.read('s/1'))).toHaveLength(2);
    expect(await collect(store.readAll({ prefix: 's/', after: 1 }))).toHaveLength(1);
    expect(await collect(store.listStreams({ prefix: 's/' }))).toHaveLength(1);
    expect(prepared.filter((sql) => /\?\d/.test(sql))).toEqual([]);
    expect(prepared.length).toBeGreaterThan(5);
  });

  it('that was emptied beside a log with commits is store-corrupt, and the log stays', async () => {
    const store = await createSqliteEventStore(path);
    await store.append('s', [event], { expectedVersion: 0 });
    const [copy, log] = [join(root.path, 'copy.db'), join(root.path, 'copy.db-wal')];
    copyFileSync(`${path}-wal`, log);
    await store.close();
    const { size } = statSync(log);
    writeFileSync(copy, '');
    await expect(createSqliteEventStore(copy)).rejects.toMatchObject({ code: 'store-corrupt' });
    expect(statSync(log).size).toBe(size);
    expect(size).toBeGreaterThan(0);
  });

  it('that is a link, a directory or below nothing cannot be opened', async () => {
    const target = join(root.path, 'target.db');
    writeFileSync(target, '');
    symlinkSync(target, path);
    await expect(createSqliteEventStore(path)).rejects.toMatchObject({ code: 'store-unsafe-path' });
    const folder = join(root.path, 'folder');
    mkdirSync(folder);
    for (const bad of [folder, join(root.path, 'no', 'such.db'), join(target, 'below.db')]) {
      await expect(createSqliteEventStore(bad)).rejects.toMatchObject({
        code: 'store-open-failed',
      });
    }
  });

  it('may be in memory', async () => {
    const store = await createSqliteEventStore(':memory:');
    await store.append('s', [event], { expectedVersion: 0 });
    expect(await collect(store.read('s'))).toHaveLength(1);
    await store.close();
  });
});

describe('a read that SQLite refuses', () => {
  it.each([
    [5, 'store-busy'],
    [10, 'store-open-failed'],
    [11, 'store-corrupt'],
  ])('with the result code %i is %s', async (errcode, code) => {
    const database = new DatabaseSync(path);
    let isBroken = false;
    const all = (statement: ReturnType<DatabaseSync['prepare']>, values: readonly string[]) => {
      if (isBroken) throw Object.assign(new Error('refused'), { errcode });
      return statement.all(...values);
    };
    const broken: SqliteDatabase = {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare(sql) {
        const statement = database.prepare(sql);
        return {
          run: (...values) => statement.run(...values),
          get: (...values) => statement.get(...values),
          all: (...values) => all(statement, values as readonly string[]),
        };
      },
    };
    const store = await createSqliteEventStore(broken, { busyTimeoutMs: 10 });
    isBroken = true;
    const failed = { code, cause: { errcode } };
    await expect(collect(store.read('s'))).rejects.toMatchObject(failed);
    await expect(collect(store.readAll())).rejects.toMatchObject(failed);
    await expect(collect(store.listStreams())).rejects.toMatchObject(failed);
    database.close();
  });

  it('leaves no counter half open', async () => {
    const other = new DatabaseSync(path);
    await (await createSqliteEventStore(path)).close();
    other.exec('begin immediate');
    const opening = createSqliteCounter(path, { busyTimeoutMs: 10 });
    await expect(opening).rejects.toMatchObject({ code: 'store-busy' });
    other.close();
  });
});

describe('a lock of another connection', () => {
  it('is awaited for busyTimeoutMs, then rejects with store-busy and writes nothing', async () => {
    const store = await createSqliteEventStore(path, { busyTimeoutMs: 60 });
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    await expect(store.append('s', [event], { expectedVersion: 0 })).rejects.toMatchObject({
      code: 'store-busy',
    });
    expect(await collect(store.read('s'))).toEqual([]);
    await store.close();
    const patient = await createSqliteEventStore(path, { busyTimeoutMs: 20_000 });
    const waiting = patient.append('s', [event], { expectedVersion: 0 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    other.exec('rollback');
    expect(await waiting).toMatchObject({ version: 1 });
    other.close();
    await patient.close();
  });

  it.each([-1, Number.NaN, Infinity])('refuses a timeout of %d ms', async (busyTimeoutMs) => {
    await expect(createSqliteEventStore(path, { busyTimeoutMs })).rejects.toMatchObject({
      code: 'store-invalid-option',
    });
  });
});

describe('a failing write', () => {
  it('rejects only its own append', async () => {
    const database = new DatabaseSync(path);
    const store = await createSqliteEventStore(database);
    database.exec(
      `create trigger no_bad before insert on kanmon_event when new.type = 'bad' begin select raise(abort, 'no'); end`,
    );
    const settled = await Promise.allSettled(
      ['good', 'bad', 'good'].map((type) =>
        store.append('s', [event, { ...event, type }], { expectedVersion: 'any' }),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { code: 'store-write-failed' } });
    expect((await collect(store.read('s'))).map(({ version }) => version)).toEqual(upTo(4));
    expect(await verifyStore(store)).toMatchObject({ ok: true, events: 4 });
    database.close();
  });

  it('on a full disk is store-write-failed, and the store goes on', async () => {
    const database = new DatabaseSync(path);
    const store = await createSqliteEventStore(database);
    const pages = Number(database.prepare('pragma page_count').get()?.['page_count']);
    database.exec(`pragma max_page_count=${pages + 2}`);
    const large = { type: 'noted', data: 'x'.repeat(100_000) };
    await expect(store.append('s', [large], { expectedVersion: 0 })).rejects.toMatchObject({
      code: 'store-write-failed',
    });
    database.exec('pragma max_page_count=100000');
    expect(await store.append('s', [large], { expectedVersion: 0 })).toMatchObject({ version: 1 });
    database.close();
  });
});

describe('a connection', () => {
  it('of bun:sqlite, which returns null for a missing row, holds a new store', async () => {
    const database = new DatabaseSync(path);
    const like: SqliteDatabase = {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          run: (...values) => statement.run(...values),
          get: (...values) => statement.get(...values) ?? null,
          all: (...values) => statement.all(...values),
        };
      },
    };
    const store = await createSqliteEventStore(like);
    const options = { expectedVersion: 0, idempotencyKey: 'k' };
    await store.append('s', [event], options);
    expect(await store.append('s', [event], options)).toMatchObject({ replayed: true });
    expect(await store.acquireLease('r', { owner: 'o', ttlMs: 1000 })).toMatchObject({ token: 1 });
    await store.removeStream('s', { expectedVersion: 1, archivedAs: 'file' });
    expect(await store.append('t', [event], options)).toMatchObject({ position: 2 });
    expect(await verifyStore(store)).toMatchObject({ ok: true, events: 1 });
    database.close();
  });

  class AsyncDatabase {
    readonly exec = async (): Promise<void> => undefined;
    readonly close = async (): Promise<void> => undefined;
    readonly prepare = (): object => ({ get: async () => ({ one: 1 }) });
  }
  it.each([
    ['null', null],
    ['42', 42],
    ['an object', { query: () => [] }],
    ['AsyncDatabase', new AsyncDatabase()],
    ['an object', { ...new AsyncDatabase(), prepare: async () => new AsyncDatabase() }],
    ['URL', new URL('file:///tmp/x.db')],
  ])('that cannot be used is refused by name: %s', async (name, database) => {
    // @ts-expect-error a caller without types
    const opening = createSqliteEventStore(database);
    await expect(opening).rejects.toMatchObject({ code: 'store-invalid-option' });
    await expect(opening).rejects.toThrow(
      `expected the path of a file, or an open connection of node:sqlite, bun:sqlite or better-sqlite3, got ${name}`,
    );
  });
});

describe('a runtime without node:sqlite', () => {
  it('is refused with the version that it needs', async () => {
    const opening = openDatabase(path, () => Promise.reject(new Error('No such built-in module')));
    await expect(opening).rejects.toMatchObject({ code: 'store-open-failed' });
    await expect(opening).rejects.toThrow('comes with Node 22.13');
    expect(existsSync(path)).toBe(false);
  });
});
