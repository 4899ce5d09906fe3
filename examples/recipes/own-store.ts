import { type Clock, createMemoryEventStore, type EventStore, systemClock } from '@kanmon/core';
import { describeEventStore } from '@kanmon/event-store/testing';

type Change = 'append' | 'acquireLease' | 'renewLease' | 'releaseLease';
/** The storage below the store: any key-value storage that one process owns. */
type KeyValues = Pick<Map<string, string>, 'get' | 'set' | 'size'>;

/** An event store that keeps a log of calls: the same calls at the same times give the same events. */
async function openStore(values: KeyValues, clock: Clock = systemClock): Promise<EventStore> {
  let now = clock.now();
  const memory = createMemoryEventStore({ clock: { now: () => now } });
  for (let line = 0; line < values.size; line += 1) {
    const call = JSON.parse(values.get(`call/${line}`) ?? '') as [string, Change, unknown[]];
    now = new Date(call[0]);
    await Reflect.apply(memory[call[1]], memory, call[2]);
  }
  const keep = async <T>(change: Change, args: unknown[], run: () => Promise<T>): Promise<T> => {
    now = clock.now();
    const at = now;
    const result = await run(); // what is refused throws here, and is not kept
    values.set(`call/${values.size}`, JSON.stringify([at, change, args]));
    return result;
  };
  return {
    ...memory,
    append: (...args) => keep('append', args, () => memory.append(...args)),
    acquireLease: (...args) => keep('acquireLease', args, () => memory.acquireLease(...args)),
    renewLease: (...args) => keep('renewLease', args, () => memory.renewLease(...args)),
    releaseLease: (...args) => keep('releaseLease', args, () => memory.releaseLease(...args)),
  };
}

// Every rule of the port is a test of the store: here they run one by one, under vitest they are tests.
const rules: ((context: { skip(): void }) => Promise<void>)[] = [];
const runner = {
  describe: (_name: string, body: () => void) => body(),
  it: (_sentence: string, check: (...context: unknown[]) => Promise<void>) => rules.push(check),
};
const makeStore = async ({ clock }: { readonly clock: Clock }) => {
  const values = new Map<string, string>();
  const store = await openStore(values, clock);
  const reopen = () => store.close().then(() => openStore(values, clock));
  return { store, reopen, dispose: () => store.close() };
};
describeEventStore('key-value store', makeStore, runner);
let skipped = 0;
for (const check of rules) await check({ skip: () => void (skipped += 1) });
console.log(
  `${rules.length - skipped} rules of the port hold, ${skipped} are about several handles`,
);
