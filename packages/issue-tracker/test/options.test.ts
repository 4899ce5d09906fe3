import { createMemoryEventStore, InvalidArgumentError, type KanmonError } from '@kanmon/core';
import * as langgraph from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import {
  confirmAlignment,
  createAnchor,
  createIterationMeter,
  createRemapper,
  createWorkflowStateStore,
  foldSession,
  runFixLoop,
  scoreRecurrence,
} from '../src/index.ts';
import { createManuscriptReader, takeExcerpt } from '../src/manuscript.ts';
import { createFixLoopGraph, createFixLoopNodes } from '../src/langgraph.ts';
import { toSarif } from '../src/sarif.ts';
import { manualSleep, syntheticRevisions } from '../src/testing.ts';
import { actor, loopOptions, loopWorld } from './support/fixtures.ts';

const span = { start: 0, end: 2 };
const anchor = createAnchor('text', span);
const store = createMemoryEventStore();
const world = loopWorld([], {});
const { workflow } = world;
const options = await loopOptions(world);
const { manuscript_hash: _hash, ...settings } = options;
const remapper = createRemapper('text', 'text');
const reader = createManuscriptReader({ sources: {} });

/** A misspelt option, as a program without types may pass it. */
const wrong = <T>(given: T): T => ({ ...given, optoin: 1 });

const calls: Readonly<Record<string, () => unknown>> = {
  createWorkflowStateStore: () => createWorkflowStateStore(wrong({ store })),
  'beginSession init': () => workflow.beginSession(wrong({ episode_number: 1, initiator: 'a' })),
  'beginSession policy': () =>
    workflow.beginSession({ episode_number: 1, initiator: 'a', iteration_policy: wrong({}) }),
  beginSession: () => workflow.beginSession({ episode_number: 1, initiator: 'a' }, wrong({})),
  resumeSession: () => workflow.resumeSession('S1', wrong({ actor })),
  transaction: () => workflow.transaction(options.session, () => 1, wrong({})),
  view: () => workflow.view('S1', wrong({ actor })),
  at: () => workflow.at('S1', { version: 1 }, wrong({ actor })),
  timeline: () => workflow.timeline('S1', wrong({ actor })),
  unresolved: () => workflow.unresolved(wrong({ actor })),
  fixTrace: () => workflow.fixTrace('S1', wrong({ actor })),
  audit: () => workflow.audit(wrong({ actor })),
  runFixLoop: () => runFixLoop(wrong(options)),
  createFixLoopGraph: () => createFixLoopGraph(langgraph, wrong(settings)),
  createFixLoopNodes: () => createFixLoopNodes(wrong(settings), () => []),
  createAnchor: () => createAnchor('text', span, wrong({})),
  createRemapper: () => createRemapper('text', 'text', wrong({})),
  remapSemantic: () =>
    remapper.remapSemantic([], wrong({ embedder: { dimensions: 1, embed: async () => [] } })),
  confirmAlignment: () => confirmAlignment(anchor, 'text', span, 'a', wrong({})),
  createManuscriptReader: () => createManuscriptReader(wrong({ sources: {} })),
  fetch: () => reader.fetch('f'.repeat(64), wrong({})),
  takeExcerpt: () => takeExcerpt('text', span, wrong({})),
  createIterationMeter: () => createIterationMeter({}, wrong({})),
  scoreRecurrence: () => scoreRecurrence([], [], wrong({ oldText: null, newText: '' })),
  toSarif: () => toSarif(foldSession([]), wrong({})),
  manualSleep: () => manualSleep(wrong({})),
  syntheticRevisions: () => syntheticRevisions(wrong({ seed: 1, count: 1 })),
};

const none = undefined as never;
const absent: Readonly<Record<string, () => unknown>> = {
  createWorkflowStateStore: () => createWorkflowStateStore(none),
  beginSession: () => workflow.beginSession(none),
  createAnchor: () => createAnchor(none, span),
  'createAnchor without a range': () => createAnchor('text', none),
  createRemapper: () => createRemapper('a', none),
  remap: () => remapper.remap(none),
  runFixLoop: () => runFixLoop(none),
};

describe('an absent argument', () => {
  it.each(Object.entries(absent))('is named by %s', async (_name, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((cause: unknown) => cause);
    expect((error as Error).message).toMatch(/^expected .*, got .*undefined/);
    expect((error as KanmonError).code).toMatch(/^(?:invalid-argument|issue-invalid-range)$/);
  });
});

describe('an option of access', () => {
  it.each([undefined, null, true, 'admin'])('authorize is no %j', (authorize) => {
    expect(() => createWorkflowStateStore({ store, authorize: authorize as never })).toThrow(
      'expected options.authorize to be a function or left out',
    );
  });

  it.each([['false'], [1], [Promise.resolve(false)], [undefined]])(
    'an answer of authorize that is %o opens no session',
    async (answer) => {
      const guarded = createWorkflowStateStore({
        store: createMemoryEventStore(),
        authorize: () => answer as never,
      });
      const handle = await guarded.beginSession({ episode_number: 1, initiator: 'aki' });
      for (const read of [
        () => guarded.view(handle.sessionId, { actor: { id: 'mallory' } }),
        () => guarded.unresolved({ actor: { id: 'mallory' } }),
      ])
        await expect(read()).rejects.toThrow('expected authorize to return true or false');
      await guarded.endSession(handle);
    },
  );

  it.each<[string, unknown]>([
    ['random', 5],
    ['clock', {}],
    ['timer', {}],
    ['audit', {}],
  ])('%s is no %j', (name, port) => {
    expect(() => createWorkflowStateStore({ store, [name]: port })).toThrow(InvalidArgumentError);
  });

  it('a flag is no text', () => {
    const call = () => toSarif(foldSession([]), { include_resolved: 'no' as never });
    expect(call).toThrow('expected options.include_resolved to be true or false');
  });
});

describe('an option that does not exist', () => {
  it.each(Object.entries(calls))('is refused by %s', async (_name, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((cause: unknown) => cause);
    expect(InvalidArgumentError.isInstance(error)).toBe(true);
    expect((error as Error).message).toMatch(/unknown option "optoin" of .*; the options are /);
  });
});
