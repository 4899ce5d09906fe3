import type { Clock, EventStore } from '@kanmon/core';
import type { ManualClock } from '@kanmon/core/testing';

/** A store for one test, and what can be done to it from outside. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens a second handle on the same data. Without it the tests of several handles are left out. */
  readonly connect?: () => Promise<EventStore>;
  /** Closes the store and opens it again. Without it the tests of restarts are left out. */
  readonly reopen?: () => Promise<EventStore>;
  /** Lets time pass for leases, where they go by another clock than the given one. @default the given clock advances */
  readonly elapse?: (ms: number) => Promise<void>;
  /** Frees everything, also after a failed test. */
  readonly dispose: () => Promise<void>;
}

/** Makes an empty store that takes its time from `clock`. */
export type MakeStore = (options: { readonly clock: Clock }) => Promise<StoreUnderTest>;

/** What a rule gets to work with. */
export interface RuleContext {
  readonly store: EventStore;
  readonly clock: ManualClock;
  readonly connect: () => Promise<EventStore>;
  readonly reopen: () => Promise<EventStore>;
  readonly elapse: (ms: number) => Promise<void>;
}

/** One rule of the contract: a sentence, and the check that it holds. */
export interface Rule {
  readonly sentence: string;
  readonly check: (context: RuleContext) => Promise<void>;
}

/** Rules about one subject. */
export interface RuleGroup {
  readonly name: string;
  readonly needs?: 'connect' | 'reopen';
  readonly rules: readonly Rule[];
}

/** A rule, for tables of them. */
export function rule(sentence: string, check: (context: RuleContext) => Promise<void>): Rule {
  return { sentence, check };
}
