import * as langgraph from '@langchain/langgraph';
import { InvalidArgumentError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { type Decision, runFixLoop } from '../../src/index.ts';
import { createFixLoopGraph, createFixLoopNodes, type FixLoopState } from '../../src/langgraph.ts';
import {
  actor,
  answering,
  asking,
  loopOptions,
  loopWorld,
  type LoopWorld,
  replacements,
  rules,
} from '../support/fixtures.ts';

const config = { configurable: { thread_id: 'T' } };
const by = actor.id;
const policy = { count: 1 };
const newWorld = () => loopWorld(rules, replacements);

/** A thread that waits for answers about three tools. */
async function waitingThread(world: LoopWorld) {
  const { manuscript_hash, ...settings } = await loopOptions(world, {}, policy);
  const options = {
    ...settings,
    category_tool_map: asking,
    checkpointer: new langgraph.MemorySaver(),
  };
  const { pending } = await createFixLoopGraph(langgraph, options).invoke(
    { manuscript_hash },
    config,
  );
  /** Each resume may run in another process. */
  const resume = async (given: unknown) =>
    createFixLoopGraph(langgraph, options).invoke(new langgraph.Command({ resume: given }), config);
  return { pending, resume, ids: pending.map(({ issue_id }) => issue_id) as [string, string] };
}

/** The question of the last interrupt. */
const asked = (state: FixLoopState) =>
  (Reflect.get(state, '__interrupt__') as [{ value: { pending: object[]; problem?: string } }])[0]
    .value;

const statusOf = async (world: LoopWorld) =>
  (await world.workflow.view('S1', { actor })).session.current_status;

describe('an answer that cannot be used', () => {
  it.each<[string, (id: string) => unknown]>([
    ['a typo', (issue_id) => [{ issue_id, decision: 'approved', by }]],
    ['another issue', () => [{ issue_id: 'other', decision: 'approve', by }]],
    ['no sender', (issue_id) => [{ issue_id, decision: 'approve' }]],
    [
      'an issue twice',
      (issue_id) => [
        { issue_id, decision: 'approve', by },
        { issue_id, decision: 'reject', by },
      ],
    ],
    ['a place that is a number', (issue_id) => [{ issue_id, decision: 'approve', by, range: 5 }]],
    [
      'a place outside of the text',
      (issue_id) => [{ issue_id, decision: 'approve', by, range: { start: 0, end: 9999 } }],
    ],
    ['a text', () => 'approve'],
    ['null in the list', () => [null]],
    ['an object', () => ({ decision: 'approve' })],
  ])('is asked for again on LangGraph: %s', async (_name, wrong) => {
    const here = newWorld();
    const { pending, resume, ids } = await waitingThread(here);
    for (let times = 0; times < 2; times += 1) {
      const state = await resume(wrong(ids[0]));
      expect(asked(state)).toEqual({ pending, problem: expect.stringMatching(/^expected /) });
      expect(await statusOf(here)).toBe('waiting_for_user');
    }
    const done = await resume(await answering('approve')(pending));
    expect(done).toMatchObject({ status: 'stopped', reason: 'count' });
    expect(here.texts.get(done.manuscript_hash)).toContain('そっと');
  });

  it('stays without effect when a later answer covers a part of it', async () => {
    const here = newWorld();
    const { resume, ids } = await waitingThread(here);
    const [first, second] = ids;
    const give = (issue_id: string, decision: string) => ({ issue_id, decision, by });
    await resume([give(first, 'aprove'), give(second, 'approve')]);
    await resume([give(first, 'reject')]);
    const { pending } = await resume(ids.slice(1).map((id) => give(id, 'reject')));
    expect(pending).toEqual([]);
    const { issues } = await here.workflow.view('S1', { actor });
    expect(issues.map(({ state }) => state)).toEqual(['Deferred', 'Deferred', 'Deferred']);
  });

  it('is an error when the engine returns it again and again', async () => {
    const here = newWorld();
    const { manuscript_hash, ...settings } = await loopOptions(here, {}, policy);
    for (const answer of [[{ issue_id: 'other', decision: 'approve', by }], []]) {
      const { plan, check, confirm } = createFixLoopNodes(
        { ...settings, category_tool_map: asking },
        () => answer as Decision[],
      );
      const start = { manuscript_hash } as FixLoopState;
      await expect(confirm(await plan(await check(start)))).rejects.toThrow(
        'expected interrupt to stop the run',
      );
    }
  });
});

describe('a run that goes on after an error', () => {
  it.each(['plan', 'apply', 'check'] as const)('ends as completed: %s', async (name) => {
    const here = newWorld();
    let fails = true;
    const port = (input: never) => {
      if (!fails) return here.ports[name](input);
      fails = false;
      return Promise.reject(new Error('the model timed out'));
    };
    const { manuscript_hash, ...settings } = await loopOptions(here, { [name]: port }, policy);
    const options = { ...settings, checkpointer: new langgraph.MemorySaver() };
    const first = createFixLoopGraph(langgraph, options).invoke({ manuscript_hash }, config);
    await expect(first).rejects.toThrow('timed out');
    // In another process, or in the same one.
    const graph = createFixLoopGraph(langgraph, options);
    expect(await graph.invoke(null, config)).toMatchObject({ reason: 'count' });
    expect(await statusOf(here)).toBe('running');
    await here.workflow.endSession(settings.session);
    expect(await statusOf(here)).toBe('completed');
  });
});

describe('an option or input of the wrong kind', () => {
  it('names a manuscript hash that is missing', async () => {
    const { manuscript_hash: _left, ...settings } = await loopOptions(newWorld());
    for (const hash of [undefined, null, 5, {}]) {
      const message = 'expected manuscript_hash to be a text';
      const input = { manuscript_hash: hash as never };
      const plain = runFixLoop({ ...settings, ...input });
      await expect(plain).rejects.toThrow(InvalidArgumentError);
      await expect(plain).rejects.toThrow(message);
      await expect(createFixLoopGraph(langgraph, settings).invoke(input)).rejects.toThrow(message);
    }
    const misspelt = createFixLoopGraph(langgraph, settings).invoke({ manuscriptHash: 'a' });
    await expect(misspelt).rejects.toThrow(InvalidArgumentError);
  });

  it.each([
    { checkpointer: true },
    { checkpointer: {} },
    { signal: 5 },
    { run_id: 5 },
    { clock: 5 },
  ])('refuses %j', async (wrong) => {
    const { manuscript_hash: _left, ...settings } = await loopOptions(newWorld());
    const create = () => createFixLoopGraph(langgraph, { ...settings, ...(wrong as object) });
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow(`options.${Object.keys(wrong)[0]} to be`);
  });
});
