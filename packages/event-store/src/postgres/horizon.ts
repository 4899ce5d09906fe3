import { invalidOption } from '../history/option-error.ts';
import { column, numberColumn } from '../rows/stored-row.ts';
import { noHorizonState, registeredAppends, registeredBefore } from './append-functions.ts';
import type { PgPool, SendQuery } from './pg-pool.ts';
import { sqlState } from './postgres-errors.ts';

/** Called with the process that holds followers back, and how long its transaction has been open. */
export type LagWarning = (pid: number | null, seconds: number | null) => void;

/** Positions up to which the store is decided, and up to which positions were given. */
export interface HorizonState {
  readonly decided: number;
  readonly drawn: number;
}

/** Asks how far `readAll` may read. */
export type Horizon = ReturnType<typeof createHorizon>;

/** Options of `createHorizon`. */
export interface HorizonOptions {
  readonly readWaitMs: number;
  readonly publishHorizon: boolean;
  readonly lagWarning: LagWarning | undefined;
}

/** Pauses between two questions while waiting: the first, and the longest. One question takes 0.4 ms. */
const pauseMs = { first: 1, longest: 20 };
/** At most 50 updates of the published horizon a second by one handle. */
const publishEveryMs = 20;
/** The time without progress of the horizon before `lagWarning` is called, and between two calls. */
const warnAfterMs = 1000;

/** The horizon of a store of format 2. `schema` is quoted already. */
export function createHorizon(
  pool: PgPool,
  query: SendQuery,
  schema: string,
  options: HorizonOptions,
) {
  const { readWaitMs, publishHorizon, lagWarning } = options;
  let publishedAt = -publishEveryMs;
  let stall = { decided: -1, since: 0 };

  const ask = async (): Promise<HorizonState> => {
    const sql = `select drawn, decided from ${schema}.horizon()`;
    const [row] = await query(sql, []).catch((error: unknown) => {
      if (sqlState(error) !== noHorizonState) throw error;
      throw invalidOption(
        'readAll cannot tell in a repeatable read or serializable transaction which appends are decided; use read committed',
        error,
      );
    });
    const decided = numberColumn(row, 'decided');
    // A standby knows nothing beyond what was published.
    if (column(row, 'drawn') === null) return { decided, drawn: decided };
    const drawn = numberColumn(row, 'drawn');
    if (publishHorizon) await publish(decided);
    await watch(decided, drawn);
    return { decided, drawn };
  };

  const publish = async (decided: number): Promise<void> => {
    if (performance.now() - publishedAt < publishEveryMs) return;
    publishedAt = performance.now();
    await pool.query(`update ${schema}.published set decided = $1 where decided < $1`, [decided]);
  };

  const watch = async (decided: number, drawn: number): Promise<void> => {
    const now = performance.now();
    if (decided !== stall.decided || decided === drawn) stall = { decided, since: now };
    if (lagWarning === undefined || now - stall.since < warnAfterMs) return;
    stall = { decided, since: now };
    const { rows } = await pool.query(
      `select l.pid, extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds
       from pg_locks l left join pg_stat_activity a on a.pid = l.pid
       where ${registeredAppends(schema)} order by ${registeredBefore(String(drawn / 1000))} desc limit 1`,
    );
    const [row] = rows;
    if (row === undefined) return;
    try {
      lagWarning(numberOrNull(row, 'pid'), numberOrNull(row, 'seconds'));
    } catch {
      // The events matter more than who hears that they are late.
    }
  };

  return {
    ask,
    /** Waits until all that was drawn is decided, or the time is over; returns what is decided then. */
    async waitFor(drawn: number, decided: number): Promise<number> {
      const until = performance.now() + readWaitMs;
      let pause = pauseMs.first;
      let last = decided;
      while (last < drawn && performance.now() < until) {
        const left = until - performance.now();
        await new Promise((resolve) => {
          setTimeout(resolve, Math.min(pause, left));
        });
        pause = Math.min(pause * 2, pauseMs.longest);
        last = (await ask()).decided;
      }
      return last;
    },
  };
}

function numberOrNull(row: unknown, name: string): number | null {
  const value = column(row, name);
  return typeof value === 'number' ? value : null;
}
