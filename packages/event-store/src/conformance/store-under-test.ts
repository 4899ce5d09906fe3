import type { Clock, EventStore } from '@kanmon/core';
import type { ManualClock } from '@kanmon/core/testing';

/** A store for one test, and the operations on it from outside. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens a second handle on the same data. Without it the tests of several handles are skipped. */
  readonly connect?: () => Promise<EventStore>;
  /** Closes the store and opens it again. Without it the tests of restarts are skipped. */
  readonly reopen?: () => Promise<EventStore>;
  /** Lets time pass for leases that use another clock than the one passed in. @default advances the clock passed in */
  readonly elapse?: (ms: number) => Promise<void>;
  /** Releases all resources; called also after a failed test. */
  readonly dispose: () => Promise<void>;
}

/** Creates an empty store that takes its time from `clock`. */
export type MakeStore = (options: { readonly clock: Clock }) => Promise<StoreUnderTest>;

/** The store and the operations that a rule uses. */
export interface RuleContext {
  readonly store: EventStore;
  readonly clock: ManualClock;
  readonly connect: () => Promise<EventStore>;
  readonly reopen: () => Promise<EventStore>;
  readonly elapse: (ms: number) => Promise<void>;
}

/** Rules about one subject: each is a sentence and the check that it holds. */
export interface RuleGroup {
  readonly name: string;
  readonly needs?: 'connect' | 'reopen';
  readonly rules: Readonly<Record<string, (context: RuleContext) => Promise<void>>>;
}
