import { join } from 'node:path';
import {
  createMemoryCounter,
  type PointRequest,
  type SharedCounter,
  type TakeAnswer,
  type TakenPoints,
} from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresCounter, migratePostgres } from '../src/postgres.ts';
import { createSqliteCounter } from '../src/sqlite.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';
import { usePostgres } from './support/use-postgres.ts';

const tests = usePostgres();

/** A counter, a second handle on it, and a way to let time pass. */
interface Counters {
  readonly counter: SharedCounter;
  readonly other: SharedCounter;
  readonly elapse: (ms: number) => unknown;
}

const counters: Readonly<Record<string, () => Promise<Counters>>> = {
  async memory() {
    const clock = createManualClock();
    const counter = createMemoryCounter({ clock });
    return { counter, other: counter, elapse: (ms) => clock.advance(ms) };
  },
  async SQLite() {
    const directory = temporaryDirectory();
    const clock = createManualClock();
    const open = (): ReturnType<typeof createSqliteCounter> =>
      createSqliteCounter(join(directory.path, 'counter.db'), { clock });
    const [counter, other] = [await open(), await open()];
    onTestFinished(() => {
      counter.close();
      other.close();
      directory.remove();
    });
    return { counter, other, elapse: (ms) => clock.advance(ms) };
  },
  async PostgreSQL() {
    await tests.pool.query('drop schema if exists counter cascade');
    await migratePostgres(tests.pool, { schema: 'counter' });
    const open = (): SharedCounter =>
      createPostgresCounter(tests.openPool(), { schema: 'counter' });
    return {
      counter: open(),
      other: open(),
      // The server's clock cannot be moved: the points move into the past.
      elapse: (ms) =>
        tests.pool.query('update counter.points set at = at - $1 where window_ms > 0', [ms]),
    };
  },
};

const minute = 60_000;
const calls = (points: number): PointRequest => ({ key: 'calls', points, limit: 3 });
const rate = (points: number): PointRequest => ({
  key: 'rate',
  points,
  limit: 3,
  windowMs: minute,
});

/** One step of a case: what happens, and the points granted or the refusal. */
type Step =
  | { readonly take: readonly PointRequest[]; readonly granted: readonly number[] }
  | {
      readonly take: readonly PointRequest[];
      readonly refused: number;
      readonly used: number;
      readonly waits?: boolean;
    }
  | { readonly correct: readonly number[] }
  | { readonly elapse: number };

const cases: Readonly<Record<string, readonly Step[]>> = {
  'grants points up to the limit and refuses the next for ever': [
    { take: [calls(2)], granted: [2] },
    { take: [calls(1)], granted: [1] },
    { take: [calls(1)], refused: 0, used: 3 },
    { elapse: 100 * minute },
    { take: [calls(1)], refused: 0, used: 3 },
  ],
  'grants what is left when the least fits': [
    { take: [calls(2)], granted: [2] },
    { take: [{ ...calls(5), least: 1 }], granted: [1] },
    { take: [{ ...calls(5), least: 1 }], refused: 0, used: 3 },
  ],
  'takes the points of all requests or of none': [
    { take: [rate(3)], granted: [3] },
    { take: [calls(2), rate(1)], refused: 1, used: 3, waits: true },
    { take: [calls(3)], granted: [3] },
  ],
  'frees points when the window has passed them': [
    { take: [rate(2)], granted: [2] },
    { elapse: minute / 2 },
    { take: [rate(1)], granted: [1] },
    { take: [rate(1)], refused: 0, used: 3, waits: true },
    { elapse: minute / 2 },
    { take: [rate(2)], granted: [2] },
    { take: [rate(1)], refused: 0, used: 3, waits: true },
  ],
  'never grants more than the limit allows': [
    { take: [rate(4)], refused: 0, used: 0 },
    { take: [calls(4)], refused: 0, used: 0 },
  ],
  'gives points back by a correction': [
    { take: [calls(3)], granted: [3] },
    { correct: [1] },
    { take: [calls(2)], granted: [2] },
  ],
  'counts corrections beyond the limit': [
    { take: [calls(1)], granted: [1] },
    { correct: [9] },
    { take: [calls(1)], refused: 0, used: 9 },
  ],
  'leaves points alone that have left their window': [
    { take: [rate(3)], granted: [3] },
    { elapse: minute },
    { take: [rate(1)], granted: [1] },
    { take: [rate(2)], granted: [2] },
    { take: [rate(1)], refused: 0, used: 3, waits: true },
  ],
  'counts a key with another window apart': [
    { take: [calls(3)], granted: [3] },
    { take: [{ ...calls(3), windowMs: minute }], granted: [3] },
  ],
  'takes keys of any language': [
    { take: [{ ...calls(3), key: "日本語/'; drop table points; --" }], granted: [3] },
    { take: [calls(3)], granted: [3] },
  ],
};

async function run(steps: readonly Step[], { counter, other, elapse }: Counters): Promise<void> {
  let last: readonly TakenPoints[] = [];
  for (const [index, step] of steps.entries()) {
    // Each handle sees what the other did.
    const handle = index % 2 === 0 ? counter : other;
    if ('elapse' in step) await elapse(step.elapse);
    else if ('correct' in step) await handle.correct(last, step.correct);
    else {
      const answer = await handle.take(step.take);
      expect(summary(answer), `step ${index}`).toEqual(
        'granted' in step
          ? { granted: step.granted }
          : { refused: step.refused, used: step.used, waits: step.waits ?? false },
      );
      if (answer.ok) last = answer.taken;
    }
  }
}

function summary(answer: TakeAnswer): object {
  if (answer.ok) return { granted: answer.taken.map(({ points }) => points) };
  const { refused, used, retryAfterMs } = answer;
  if (retryAfterMs !== null) {
    expect(retryAfterMs).toBeGreaterThanOrEqual(1);
    expect(retryAfterMs).toBeLessThanOrEqual(minute);
  }
  return { refused, used, waits: retryAfterMs !== null };
}

describe.each(Object.keys(counters))('a counter in %s', (kind) => {
  const open = async (): Promise<Counters> => {
    const make = counters[kind];
    if (make === undefined) throw new Error(`no counter ${kind}`);
    return make();
  };

  it.each(Object.keys(cases))('%s', async (name) => {
    expect.hasAssertions();
    await run(cases[name] ?? [], await open());
  });

  it.each([
    ['without a window', calls(3)],
    ['in a window', rate(3)],
  ])('gives points back once when a correction %s is repeated', async (_, request) => {
    const { counter } = await open();
    const [mine, other] = [
      await counter.take([{ ...request, points: 1 }]),
      await counter.take([{ ...request, points: 2 }]),
    ];
    if (!mine.ok || !other.ok) throw new Error('points are left');
    for (const used of [0, 0, 1, 1, 0]) await counter.correct(mine.taken, [used]);
    expect(await counter.take([{ ...request, points: 2 }])).toMatchObject({ ok: false, used: 2 });
    expect(await counter.take([{ ...request, points: 1 }])).toMatchObject({ ok: true });
  });

  it.each([
    ['without a window', calls(3)],
    ['in a window', rate(3)],
  ])('never counts below 0 %s', async (_, request) => {
    const { counter, other } = await open();
    const answer = await counter.take([request]);
    if (!answer.ok) throw new Error('points are left');
    await counter.correct(answer.taken, [0]);
    // Another handle does not know that the points were given back.
    await other.correct(answer.taken, [0]);
    expect(await other.take([{ ...request, points: 4 }])).toMatchObject({ ok: false, used: 0 });
    expect(await other.take([request])).toMatchObject({ ok: true });
  });

  it('grants exactly the limit to calls at once on two handles', async () => {
    const { counter, other } = await open();
    const request = { key: 'race', points: 1, limit: 25 };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? counter : other).take([request])),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(25);
  });

  it('does not deadlock on keys in opposite orders', async () => {
    const { counter, other } = await open();
    const [first, second] = ['x', 'y'].map((key) => ({ key, points: 1, limit: 100 }));
    if (first === undefined || second === undefined) throw new Error('two requests');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? counter.take([first, second]) : other.take([second, first]),
      ),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });

  it.each([
    ['no key', [{ key: '', points: 1, limit: 1 }], 'store-invalid-id'],
    ['a control character in the key', [{ key: 'a\0', points: 1, limit: 1 }], 'store-invalid-id'],
    ['a fraction of a point', [{ key: 'a', points: 0.5, limit: 1 }], 'store-invalid-option'],
    ['an infinite limit', [{ key: 'a', points: 1, limit: Infinity }], 'store-invalid-option'],
    [
      'a negative window',
      [{ key: 'a', points: 1, limit: 1, windowMs: -1 }],
      'store-invalid-option',
    ],
    ['the same key twice', [calls(1), calls(1)], 'store-invalid-option'],
  ] as const)('refuses %s and takes nothing', async (_, requests, code) => {
    const { counter } = await open();
    await expect(counter.take([calls(1), ...requests])).rejects.toMatchObject({ code });
    expect(await counter.take([calls(3)])).toMatchObject({ ok: true });
  });
});

describe('a counter in PostgreSQL', () => {
  it('is refused under an isolation level that hides the points of others', async () => {
    await migratePostgres(tests.pool, { schema: 'isolation' });
    const pool = tests.openPool({ options: '-c default_transaction_isolation=serializable' });
    const counter = createPostgresCounter(pool, { schema: 'isolation' });
    await expect(counter.take([calls(1)])).rejects.toMatchObject({ code: 'store-invalid-option' });
  });

  it('names the migration when its table is missing', async () => {
    const counter = createPostgresCounter(tests.pool, { schema: 'nothing_here' });
    await expect(counter.take([calls(1)])).rejects.toMatchObject({ code: 'store-format' });
  });
});
