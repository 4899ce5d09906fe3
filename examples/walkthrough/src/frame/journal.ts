import type { EventStore } from '@kanmon/core';

/**
 * A history that a step keeps, declared beside the step. `fold` is the fold of the package that wrote
 * the events: step 7 runs it over the files and compares with the state that the step saw.
 */
export interface Journal {
  /** Name of the folder below `out/journals`, and of the row in the report. */
  readonly name: string;
  /** The state that the events of a store come to; anything that JSON can hold. */
  fold(store: EventStore): Promise<unknown>;
}

/** A journal while its step writes. */
export interface OpenJournal {
  readonly store: EventStore;
  /** Ends the journal and keeps the state that the step saw beside it. */
  close(state: unknown): Promise<void>;
}
