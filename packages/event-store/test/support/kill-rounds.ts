import type { EventStore } from '@kanmon/core';
import { openStore } from '../children/open-store.ts';
import { startChild } from './child-process.ts';

/** The result of a number of kill -9 rounds on one store. */
export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Acknowledged appends that were not there after the kill. */
  readonly lost: number;
  /** Appends of which only one event was there. */
  readonly torn: number;
}

/**
 * Starts a child that appends pairs of events and prints what was acknowledged, kills it after a
 * random 100 to 400 ms, opens the store and compares; the next child goes on with the same store.
 */
export async function killRounds(kind: string, place: string, rounds: number): Promise<KillReport> {
  let acknowledged = 0;
  let lost = 0;
  let torn = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const child = startChild('append-pairs', kind, place, `round-${round}`);
    await child.waitFor('ready');
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300));
    child.process.kill('SIGKILL');
    await child.exited;
    const store = await openStore(kind, place);
    const found = await pairsOf(store);
    const done = child.lines.filter((line) => /^\d+ \d+ \d+$/.test(line));
    acknowledged += done.length;
    lost += done.filter((line) => !found.whole.has(`round-${round} ${line}`)).length;
    torn += found.torn;
    await store.close();
  }
  return { rounds, acknowledged, lost, torn };
}

async function pairsOf(
  store: EventStore,
): Promise<{ readonly whole: ReadonlySet<string>; readonly torn: number }> {
  const whole = new Set<string>();
  let torn = 0;
  for (const stream of [0, 1, 2]) {
    let first = '';
    let count = 0;
    for await (const { type, data, version } of store.read(`s-${stream}`)) {
      count += 1;
      const name = String(Reflect.get(Object(data), 'name'));
      const number = String(Reflect.get(Object(data), 'number'));
      if (version !== count) torn += 1;
      if (type === 'first') first = `${name} ${number}`;
      else if (first === `${name} ${number}`) whole.add(`${name} ${stream} ${version} ${number}`);
      else torn += 1;
    }
    if (count % 2 === 1) torn += 1;
  }
  return { whole, torn };
}
