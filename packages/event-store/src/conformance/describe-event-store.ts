import { InvalidArgumentError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { appendRules } from './append-rules.ts';
import { fail } from './assertions.ts';
import { conflictRules } from './conflict-rules.ts';
import { followRules } from './follow-rules.ts';
import { hashRules } from './hash-rules.ts';
import { idempotencyRules } from './idempotency-rules.ts';
import { fencingRules, leaseRules } from './lease-rules.ts';
import { closeRules, reopenRules } from './lifetime-rules.ts';
import { limitRules } from './limit-rules.ts';
import { listStreamsRules } from './list-streams-rules.ts';
import { readAllRules } from './read-all-rules.ts';
import { readRules } from './read-rules.ts';
import type { MakeStore, RuleContext, RuleGroup } from './store-under-test.ts';
import { twoHandleRules } from './two-handle-rules.ts';

/** The two functions of a test runner that the kit needs; vitest, jest, mocha and node:test have them. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: (...context: unknown[]) => Promise<void>) => unknown;
}

const groups: readonly RuleGroup[] = [
  appendRules,
  conflictRules,
  idempotencyRules,
  limitRules,
  readRules,
  readAllRules,
  followRules,
  listStreamsRules,
  leaseRules,
  fencingRules,
  hashRules,
  closeRules,
  twoHandleRules,
  reopenRules,
];

/**
 * Describes every rule of the `EventStore` port as a test of the store that `makeStore` creates; each test gets a new
 * store. Rules about several handles and about restarts are skipped when `makeStore` returns no `connect` or `reopen`.
 *
 * @throws {InvalidArgumentError} No runner was passed and there are no global ones.
 * @default runner the globals `describe` and `it`
 */
export function describeEventStore(
  name: string,
  makeStore: MakeStore,
  runner: TestRunner = globalRunner(),
): void {
  runner.describe(name, () => {
    for (const group of groups) {
      runner.describe(group.name, () => {
        for (const [sentence, check] of Object.entries(group.rules)) {
          runner.it(sentence, (...given) => runRule(makeStore, group, check, given[0]));
        }
      });
    }
  });
}

async function runRule(
  makeStore: MakeStore,
  group: RuleGroup,
  check: (context: RuleContext) => Promise<void>,
  testContext: unknown,
): Promise<void> {
  const clock = createManualClock();
  const made = await makeStore({ clock });
  try {
    const { store, connect, reopen } = made;
    if (group.needs !== undefined && made[group.needs] === undefined) {
      skip(testContext);
      return;
    }
    await check({
      store,
      clock,
      connect: () => connect?.() ?? fail('the store has no connect'),
      reopen: () => reopen?.() ?? fail('the store has no reopen'),
      elapse: async (ms) => {
        if (made.elapse === undefined) clock.advance(ms);
        else await made.elapse(ms);
      },
    });
  } finally {
    await made.dispose();
  }
}

/** Marks a test as skipped in runners that pass a context to it (vitest, node:test). */
function skip(testContext: unknown): void {
  // That of vitest is a function with members, that of node:test an object.
  const skipTest: unknown = Reflect.get(Object(testContext), 'skip');
  if (typeof skipTest === 'function') Reflect.apply(skipTest, testContext, []);
}

function globalRunner(): TestRunner {
  const describe: unknown = Reflect.get(globalThis, 'describe');
  const it: unknown = Reflect.get(globalThis, 'it');
  if (!isFunction(describe) || !isFunction(it)) {
    throw new InvalidArgumentError(
      'expected global functions describe and it, got none; pass { describe, it } of your runner as the third argument',
    );
  }
  return { describe: (name, body) => describe(name, body), it: (name, body) => it(name, body) };
}

function isFunction(value: unknown): value is (name: string, body: () => unknown) => unknown {
  return typeof value === 'function';
}
