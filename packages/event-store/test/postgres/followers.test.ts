import { isLongRun } from '@kanmon/test-support';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, VersionConflictError } from '@kanmon/core';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyStore } from '../../src/index.ts';
import { createPostgresEventStore, type PostgresEventStore } from '../../src/postgres.ts';
import { collect } from '../support/collect.ts';
import {
  type Follower,
  type FollowerVerdict,
  follow,
  judge,
  missedInRounds,
} from '../support/follow.ts';
import { replacePart, usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;
const nothing: FollowerVerdict = { missed: 0, doubled: 0, unordered: 0 };

const running: Follower[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((follower) => follower.stop()));
});

/** Appends in transactions of the caller that stay open, are rolled back or lose their connection. */
async function appendHeld(schema: string, stream: string, until: number): Promise<void> {
  const pool = tests.openPool({ max: 1 });
  while (performance.now() < until) {
    const client = await pool.connect();
    // A connection that is cut reports it here, and to the call under way.
    client.on('error', () => undefined);
    const store = await createPostgresEventStore(client, { schema });
    const fate = Math.random();
    try {
      await client.query('begin');
      await store.append(stream, [event, event], any);
      await sleep(Math.random() * 100);
      if (fate < 0.2) await client.query('select pg_terminate_backend(pg_backend_pid())');
      await client.query(fate < 0.4 ? 'rollback' : 'commit');
    } catch {
      // Cut off: nothing of it was written.
    }
    client.release(true);
  }
}

async function appendFreely(store: EventStore, stream: string, until: number): Promise<void> {
  while (performance.now() < until) {
    await store.append(stream, [event, event, event].slice(Math.random() * 3), any);
  }
}

/** Mixed writers for a time beside three followers; what the worst follower saw. */
async function followMixedWriters(
  schema: string,
  edit?: (sql: string) => string,
): Promise<FollowerVerdict> {
  const store = await tests.freshStore(schema, {}, edit);
  const alone = await createPostgresEventStore(tests.openPool(), { schema, batches: 0 });
  const followers = await Promise.all(
    [0, 0, 1000].map(async (readWaitMs) =>
      follow(await createPostgresEventStore(tests.openPool({ max: 1 }), { schema, readWaitMs })),
    ),
  );
  running.push(...followers);
  const until = performance.now() + (isLongRun ? 20_000 : 1500);
  await Promise.all([
    ...['a', 'b', 'c', 'd'].map((stream) => appendFreely(store, stream, until)),
    ...['d', 'e'].map((stream) => appendFreely(alone, stream, until)),
    ...['a', 'f', 'g', 'h'].map((stream) => appendHeld(schema, stream, until)),
  ]);
  return verdictOf(followers, store);
}

async function verdictOf(
  followers: readonly Follower[],
  store: PostgresEventStore,
): Promise<FollowerVerdict> {
  await Promise.all(followers.map((follower) => follower.stop()));
  expect(await verifyStore(store)).toMatchObject({ ok: true });
  const verdicts = await Promise.all(followers.map((follower) => judge(follower, store)));
  if (isLongRun)
    process.stderr.write(`followers: ${JSON.stringify(verdicts)} ${followers[0]?.seen.length}\n`);
  return {
    missed: Math.max(...verdicts.map(({ missed }) => missed)),
    doubled: Math.max(...verdicts.map(({ doubled }) => doubled)),
    unordered: Math.max(...verdicts.map(({ unordered }) => unordered)),
  };
}

/** Sleeps that are short as a rule and long now and then: even ones hide wrong orders. */
const nap = `perform pg_sleep(case when random() < 0.08 then random() * 0.06 else random() * 0.001 end);`;

/** Puts a sleep behind every step of an append and of a reader. */
function withNaps(sql: string): string {
  const steps = [
    /v_low := pg_sequence_last_value\(\S+\);/gu,
    /v_void := pg_advisory_xact_lock_shared\(.*;/gu,
    /v_position := nextval\(.*;/gu,
    /drawn := pg_sequence_last_value\(\S+\);/gu,
    /select drawn - max[^;]*;/gu,
    /drawn := drawn \* \d+;/gu,
  ];
  return steps.reduce((text, step) => replacePart(text, step, `$& ${nap}`), sql);
}

async function followNappingWriters(
  schema: string,
  edit: (sql: string) => string,
): Promise<FollowerVerdict> {
  const store = await tests.freshStore(schema, {}, edit);
  const alone = await createPostgresEventStore(tests.openPool(), { schema, batches: 0 });
  const followers = await Promise.all(
    [1, 2, 3].map(async () =>
      follow(await createPostgresEventStore(tests.openPool({ max: 1 }), { schema, readWaitMs: 0 })),
    ),
  );
  running.push(...followers);
  const until = performance.now() + (isLongRun ? 20_000 : 1500);
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => appendFreely(alone, `s${index}`, until)),
    ...Array.from({ length: 8 }, (_, index) => appendFreely(store, `b${index}`, until)),
  ]);
  return verdictOf(followers, store);
}

/** The number is drawn first, and the registration comes after it. */
function registerLate(sql: string): string {
  const registration = /( *v_low := pg_sequence_last_value[^;]*;[^;]*;[^;]*;[^;]*;[^;\n]*)\n/u;
  const found = registration.exec(sql)?.[1] ?? '';
  return replacePart(
    replacePart(sql, found, ''),
    /(v_position := nextval\([^\n]*\n)/u,
    `$1 if p_latest is null then ${found} end if;\n`,
  );
}

/** A step that waits while a test holds this lock. */
const gateKey = 4242;
const gate = `perform pg_advisory_xact_lock_shared(${gateKey});`;

/** The lock table is read before the sequence, with a gate between. */
function readLocksFirst(sql: string): string {
  const draw = /drawn := pg_sequence_last_value\([^\n]*\n[^\n]*\n/u.exec(sql)?.[0] ?? '';
  return replacePart(
    replacePart(sql, draw, ''),
    /select drawn - max\(\(\(drawn - l\.objid::bigint\) & \d+\)\) into v_low([^;]*;)/u,
    `select min(l.objid::bigint) into v_low$1 ${gate} ${draw}`,
  );
}

/** A follower stops in the gate of its first question while an append stays open and another commits. */
async function followThroughGate(
  schema: string,
  edit: (sql: string) => string,
): Promise<readonly string[]> {
  const store = await tests.freshStore(schema, { readWaitMs: 0 }, edit);
  const gatekeeper = await tests.pool.connect();
  await gatekeeper.query(`select pg_advisory_lock(${gateKey})`);
  const reading = collect(store.readAll());
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${gateKey} and not granted`;
  while ((await gatekeeper.query(waiting)).rowCount === 0) await sleep(5);
  const client = await tests.pool.connect();
  await client.query('begin');
  await (await createPostgresEventStore(client, { schema })).append('a', [event], any);
  await store.append('b', [event], any);
  await gatekeeper.query(`select pg_advisory_unlock(${gateKey})`);
  gatekeeper.release();
  const seen = [...(await reading)];
  await client.query('commit');
  client.release();
  seen.push(...(await collect(store.readAll({ after: seen.at(-1)?.position ?? 0 }))));
  return seen.map(({ streamId }) => streamId);
}

/** Readers stop at the last number drawn, as with a sequence alone. */
const ignoreLocks = (sql: string): string =>
  replacePart(sql, 'decided := least(drawn, v_low)', 'decided := drawn');

describe('followers of readAll', () => {
  it(
    'see every event once and in order beside held, rolled back and cut transactions',
    { timeout: 60_000 },
    async () => {
      expect(await followMixedWriters('mixed')).toEqual(nothing);
    },
  );

  it(
    'miss events when readers stop at the sequence alone (control)',
    { timeout: 60_000 },
    async () => {
      const missed = await missedInRounds(
        async (round) => (await followMixedWriters(`control${round}`, ignoreLocks)).missed,
      );
      expect(missed).toBeGreaterThan(0);
    },
  );

  it(
    'see every event once and in order with sleeps between all steps',
    { timeout: 60_000 },
    async () => {
      expect(await followNappingWriters('naps', withNaps)).toEqual(nothing);
    },
  );

  it(
    'miss events when locks are registered after the draw (control)',
    { timeout: 60_000 },
    async () => {
      const edit = (sql: string): string => withNaps(registerLate(sql));
      const missed = await missedInRounds(
        async (round) => (await followNappingWriters(`late${round}`, edit)).missed,
      );
      expect(missed).toBeGreaterThan(0);
    },
  );

  it('see an append that begins between the steps of the horizon', async () => {
    const edit = (sql: string): string =>
      replacePart(sql, /(drawn := pg_sequence[^\n]*\n)/u, `$1 ${gate}`);
    expect(await followThroughGate('gated', edit)).toEqual(['a', 'b']);
  });

  it('miss it when the locks are read before the sequence (control)', async () => {
    expect(await followThroughGate('wrong_gate', readLocksFirst)).toEqual(['b']);
  });
});

describe('an append that stays open', () => {
  it('delays no append of another stream, and readers stop before it', async () => {
    const warnings: (number | null)[] = [];
    const store = await tests.freshStore('open', {
      readWaitMs: 0,
      lagWarning: (pid) => void warnings.push(pid),
    });
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client, { schema: 'open' });
    await client.query('begin');
    await held.append('a', [event], any);
    await store.append('b', [event], any);
    const blocked = store.append('a', [event], any);
    await store.append('b', [event], any);
    expect(await collect(store.readAll())).toEqual([]);
    while (warnings.length === 0) {
      await collect(store.readAll());
      await sleep(50);
    }
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(rows).toEqual([{ pid: warnings[0] }]);
    await client.query('commit');
    client.release();
    expect((await blocked).version).toBe(2);
    const seen = (await collect(store.readAll())).map(({ streamId }) => streamId);
    expect(seen).toEqual(['a', 'b', 'b', 'a']);
  });

  it('holds readers back as a prepared transaction, which has no session', async ({ skip }) => {
    const { rows } = await tests.pool.query('show max_prepared_transactions');
    // A server of KANMON_TEST_POSTGRES_URL may have none.
    if (JSON.stringify(rows).includes('"0"')) skip();
    const store = await tests.freshStore('prepared', { readWaitMs: 0 });
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client, { schema: 'prepared' });
    await client.query('begin');
    await held.append('a', [event], any);
    await client.query(`prepare transaction 'open append'`);
    await store.append('b', [event], any);
    expect(await collect(store.readAll())).toEqual([]);
    await client.query(`commit prepared 'open append'`);
    client.release();
    expect(await collect(store.readAll())).toHaveLength(2);
  });

  it('may be waited for by a reader, which then sees what was answered before', async () => {
    const store = await tests.freshStore('waiting', { readWaitMs: 60_000 });
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client, { schema: 'waiting' });
    await client.query('begin');
    await held.append('a', [event], any);
    await store.append('b', [event], any);
    const reading = collect(store.readAll());
    await sleep(50);
    await client.query('commit');
    client.release();
    expect(await reading).toHaveLength(2);
  });
});

describe('readAll', () => {
  it('is not stalled by a transaction that wrote to other tables only', async () => {
    const store = await tests.freshStore('foreign', { readWaitMs: 0 });
    await tests.pool.query('create table if not exists foreign_table(n integer)');
    const client = await tests.pool.connect();
    await client.query('begin; insert into foreign_table values (1)');
    for (const version of [1, 2, 3]) {
      await store.append('a', [event], any);
      expect(await collect(store.readAll())).toHaveLength(version);
    }
    await client.query('rollback');
    client.release();
  });

  it('is refused in a transaction whose snapshot is older than the lock table', async () => {
    await tests.freshStore('isolated');
    const client = await tests.pool.connect();
    const store = await createPostgresEventStore(client, { schema: 'isolated' });
    for (const level of ['repeatable read', 'serializable']) {
      await client.query(`begin isolation level ${level}`);
      await expect(collect(store.readAll())).rejects.toMatchObject({
        code: 'store-invalid-option',
      });
      await client.query('rollback');
    }
    client.release();
  });

  it('sees at once what this process was answered, beside others that append', async () => {
    const store = await tests.freshStore('own');
    const work = { isOver: false };
    const others = Array.from({ length: 4 }, async (_, index) => {
      while (!work.isOver) await store.append(`other${index}`, [event], any);
    });
    let after = 0;
    for (let round = 0; round < 50; round += 1) {
      const { position } = await store.append('own', [event], any);
      const seen = await collect(store.readAll({ prefix: 'own', after }));
      expect(seen.map((own) => own.position)).toEqual([position]);
      after = position;
    }
    work.isOver = true;
    await Promise.all(others);
  });
});

describe('an append in a transaction with an old snapshot', () => {
  it('fails as a serialization conflict and writes nothing', async () => {
    const store = await tests.freshStore('snapshot');
    const client = await tests.pool.connect();
    const inTransaction = await createPostgresEventStore(client, { schema: 'snapshot' });
    for (const stream of ['known', 'new']) {
      if (stream === 'known') await store.append(stream, [event], any);
      await client.query(
        'begin isolation level repeatable read; select count(*) from snapshot.event',
      );
      await store.append(stream, [event], any);
      await expect(inTransaction.append(stream, [event], any)).rejects.toMatchObject({
        code: 'store-busy',
        cause: { code: '40001' },
      });
      await client.query('rollback');
    }
    client.release();
    expect(await verifyStore(store)).toMatchObject({ ok: true, events: 3 });
    await expect(store.append('new', [event], { expectedVersion: 0 })).rejects.toBeInstanceOf(
      VersionConflictError,
    );
  });
});
