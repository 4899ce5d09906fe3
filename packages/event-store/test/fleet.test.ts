import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostgresCounter, postgresSchemaSql } from '../src/postgres.ts';
import { createSqliteCounter } from '../src/sqlite.ts';
import { type Child, startChild } from './support/child-process.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';
import { replacePart, usePostgres } from './support/use-postgres.ts';

const tests = usePostgres();
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of cleanUp.splice(0)) await action();
});

const budget = 200;
const processes = 4;
/** Calls of one process that are under way at once. */
const loops = 4;

/** Creates the tables before the processes start; returns what their `place` is. */
const places: Readonly<Record<string, () => Promise<string>>> = {
  async sqlite() {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    const path = join(directory.path, 'counter.db');
    (await createSqliteCounter(path)).close();
    return path;
  },
  postgres: () => freshSchema(),
};

async function freshSchema(edit: (sql: string) => string = (sql) => sql): Promise<string> {
  await tests.pool.query('drop schema if exists kanmon cascade');
  await tests.pool.query(edit(postgresSchemaSql()));
  return tests.server.url;
}

/** Four processes spend one budget; one is killed when it has made some calls. Returns the calls that were made. */
async function spendTogether(kind: string, place: string, kill: boolean): Promise<number> {
  const children = Array.from({ length: processes }, () =>
    startChild('spend-budget', kind, place, String(budget)),
  );
  cleanUp.push(...children.map((child) => () => child.process.kill('SIGKILL')));
  await Promise.all(children.map((child) => child.waitFor('ready')));
  for (const child of children) child.process.stdin?.write('go\n');
  if (kill) await killFirstWith(20, children);
  const codes = await Promise.all(children.map((child) => child.exited));
  expect(codes.filter((code) => code !== 0)).toEqual(kill ? [null] : []);
  return children.flatMap(({ lines }) => lines).filter((line) => line === 'made').length;
}

/** Kills the child that is first to print a number of lines. A given one may get too few turns to print them. */
async function killFirstWith(lines: number, children: readonly Child[]): Promise<void> {
  for (;;) {
    const victim = children.find((child) => child.lines.length >= lines);
    if (victim !== undefined) {
      victim.process.kill('SIGKILL');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

describe.each(['sqlite', 'postgres'])('a budget of four processes in %s', (kind) => {
  it('is used up exactly', { timeout: 60_000 }, async () => {
    const place = (await places[kind]?.()) ?? '';
    expect(await spendTogether(kind, place, false)).toBe(budget);
  });

  it('is never exceeded when one of them is killed with kill -9', { timeout: 60_000 }, async () => {
    const place = (await places[kind]?.()) ?? '';
    const made = await spendTogether(kind, place, true);
    expect(made).toBeLessThanOrEqual(budget);
    // What the killed process had reserved stays reserved.
    expect(made).toBeGreaterThanOrEqual(budget - loops);
    const counter =
      kind === 'sqlite' ? await createSqliteCounter(place) : createPostgresCounter(tests.pool);
    const left = await counter.take([{ key: 'team/attempts', points: 1, limit: budget }]);
    expect(left).toMatchObject({ ok: false, used: budget });
  });
});

describe('a budget of four processes (controls)', () => {
  it('is exceeded when each has its own counter', { timeout: 60_000 }, async () => {
    expect(await spendTogether('alone', '', false)).toBe(processes * budget);
  });

  it('is exceeded in PostgreSQL without the lock of the key', { timeout: 60_000 }, async () => {
    // Every caller sleeps between the sum and its points, so that the others read the old sum.
    const granted = 'v_all := v_all || v_granted;';
    const place = await freshSchema((sql) =>
      replacePart(
        replacePart(sql, /for v_lock in[\s\S]*?end loop;/u, ''),
        granted,
        `perform pg_sleep(0.01); ${granted}`,
      ),
    );
    expect(await spendTogether('postgres', place, false)).toBeGreaterThan(budget);
  });
});
