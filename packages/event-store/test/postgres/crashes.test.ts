import pg from 'pg';
import { isLongRun, triesOf } from '@kanmon/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresSchemaSql } from '../../src/postgres.ts';
import { type CrashReport, crashRounds, type Victim } from '../support/crash-rounds.ts';
import { poolOn } from '../support/pool-on.ts';
import { type OwnPostgresServer, startOwnPostgres } from '../support/postgres-server.ts';

const rounds = isLongRun ? 200 : 3; // each victim once at least
let server: OwnPostgresServer;
beforeAll(async () => {
  server = await startOwnPostgres();
}, 60_000);
afterAll(() => server.stop(), 60_000);

async function crash(
  schema: string,
  count: number,
  victims: readonly Victim[],
  settings: string,
): Promise<CrashReport> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(settings);
  await client.query(postgresSchemaSql(schema));
  await client.end();
  const report = await crashRounds(server, schema, count, victims);
  if (isLongRun) process.stderr.write(`postgres: ${JSON.stringify(report)}\n`);
  return report;
}

describe('kill -9', () => {
  it(
    'of writers, sessions and the server loses, duplicates, tears and reorders nothing',
    async () => {
      const settings = `alter role postgres set synchronous_commit = on`;
      const report = await crash('crash', rounds, ['writer', 'backend', 'server'], settings);
      expect(report).toMatchObject({
        rounds,
        lost: 0,
        repeated: 0,
        torn: 0,
        isVerified: true,
        missed: 0,
        doubled: 0,
        unordered: 0,
      });
      expect(report.acknowledged).toBeGreaterThan(rounds * 20);
    },
    isLongRun ? 1_800_000 : 60_000,
  );

  it('of a server whose role answers before its log is on disk loses no append either', async () => {
    const settings = `alter role postgres set synchronous_commit = off`;
    const kills = triesOf(4);
    const report = await crash('forgetful', kills, ['server'], settings);
    expect(report).toMatchObject({ rounds: kills, lost: 0, missed: 0, isVerified: true });
  }, 60_000);

  it('of such a server loses what was written without the store (control)', async () => {
    const options = { options: '-c synchronous_commit=off' };
    const pool = poolOn(server.url, options);
    await pool.query('create table noted(n integer)');
    await pool.query('checkpoint');
    for (let n = 1; n <= 20; n += 1) await pool.query('insert into noted values ($1)', [n]);
    server.kill();
    await server.restart();
    const { rows } = await pool.query<{ n: string }>('select count(*) as n from noted');
    await pool.end();
    expect(Number(rows[0]?.n)).toBeLessThan(20);
  }, 60_000);
});
