import { createMemoryEventStore, type EventStore, type StoredEvent } from '@kanmon/core';
import { createManualClock, createSequentialIds, type ManualClock } from '@kanmon/core/testing';
import {
  createDialogAgent,
  type DialogAgent,
  type DialogAgentOptions,
} from '../dialog/dialog-agent.ts';
import { type ScriptedHits, type ScriptedSearch, scriptedSearch } from './scripted-search.ts';

/** An agent whose time, ids, search and journal a test holds in its hands. */
export interface DialogFixture {
  readonly agent: DialogAgent;
  readonly search: ScriptedSearch;
  readonly clock: ManualClock;
  readonly store: EventStore;
  /** The journal of a dialog. */
  journal(sessionId: string, tenant?: string): Promise<readonly StoredEvent[]>;
}

/** Options of `dialogFixture`; `hits` replaces the search. */
export interface DialogFixtureOptions extends Partial<DialogAgentOptions> {
  readonly hits?: ScriptedHits;
}

/** A dialog agent with a manual clock, sequential ids, a scripted search and a memory store. */
export function dialogFixture(options: DialogFixtureOptions = {}): DialogFixture {
  const { hits = {}, ...rest } = options;
  const clock = createManualClock();
  const store = rest.store ?? createMemoryEventStore({ clock });
  const search = scriptedSearch(hits);
  const agent = createDialogAgent({
    search,
    clock,
    timer: clock,
    ids: createSequentialIds(),
    ...rest,
    store,
  });
  return {
    agent,
    search,
    clock,
    store,
    async journal(sessionId, tenant = 'default') {
      const events: StoredEvent[] = [];
      for await (const event of store.read(`dialog/${tenant}/${sessionId}`)) events.push(event);
      return events;
    },
  };
}
