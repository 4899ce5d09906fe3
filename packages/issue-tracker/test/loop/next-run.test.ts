import * as langgraph from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { type Decision, runFixLoop } from '../../src/index.ts';
import { createFixLoopGraph } from '../../src/langgraph.ts';
import {
  actor,
  asking,
  loopOptions,
  loopWorld,
  manuscript,
  replacements,
  rules,
} from '../support/fixtures.ts';

type World = ReturnType<typeof loopWorld>;

const settingsOf = async (world: World) => {
  const { manuscript_hash: _whole, ...settings } = await loopOptions(world, {}, { count: 1 });
  return settings;
};

const outline = async (world: World) => {
  const { issues } = await world.workflow.view('S1', { actor });
  return issues.map(({ issue_id, category, state }) => ({ id: issue_id, category, state }));
};

describe('a second run in one session', () => {
  const justLook: Partial<World['ports']> = { plan: () => Promise.resolve(null) };

  it('knows the findings of the first over an edit by hand', async () => {
    const world = loopWorld(rules, replacements);
    const settings = await settingsOf(world);
    const ports = { ...world.ports, ...justLook };
    await runFixLoop({ ...settings, ports, manuscript_hash: world.keep(manuscript) });
    const before = await outline(world);
    expect(before.map(({ state }) => state)).toEqual(['New', 'New', 'New']);

    const edited = `前書き。\n${manuscript.replace('急いで', 'そっと')}\nまた急いで書いた。`;
    await runFixLoop({ ...settings, ports, manuscript_hash: world.keep(edited) });
    const after = await outline(world);
    expect(after.slice(0, 3)).toEqual([
      { ...before[0], state: 'Resolved' },
      { ...before[1], state: 'New' },
      { ...before[2], state: 'New' },
    ]);
    expect(after.slice(3).map(({ category, state }) => [category, state])).toEqual([
      ['adverb', 'New'],
    ]);
    const view = await world.workflow.view('S1', { actor });
    const moved = view.issues.find(({ category }) => category === 'vague')?.text_range;
    expect(edited.slice(moved?.start, moved?.end)).toBe('見知らぬ住所');
    expect(view.steps.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  it('over the same text goes on, and begins again under another run id', async () => {
    const world = loopWorld(rules, replacements);
    const settings = await settingsOf(world);
    const manuscript_hash = world.keep(manuscript);
    const first = await runFixLoop({ ...settings, manuscript_hash });
    const { length } = world.calls;
    expect(await runFixLoop({ ...settings, manuscript_hash })).toEqual(first);
    expect(world.calls).toHaveLength(length);

    // The text as it was: what had been fixed is found again, as new issues.
    await runFixLoop({ ...settings, manuscript_hash, run_id: 'again' });
    expect(world.calls.length).toBeGreaterThan(length);
    expect((await outline(world)).filter(({ category }) => category === 'adverb')).toHaveLength(2);
  });

  it('runs again in a session that was ended', async () => {
    const world = loopWorld(rules, replacements);
    const settings = await settingsOf(world);
    await runFixLoop({ ...settings, manuscript_hash: world.keep(manuscript) });
    await world.workflow.endSession(settings.session);
    const session = await world.workflow.resumeSession('S1', { actor });
    await runFixLoop({ ...settings, session, manuscript_hash: world.keep(`${manuscript}\n`) });
    const view = await world.workflow.view('S1', { actor });
    expect(view.session.current_status).toBe('running');
  });
});

describe('a session that is left', () => {
  it('frees the episode and keeps waiting', async () => {
    const world = loopWorld(rules, replacements);
    const settings = await settingsOf(world);
    await runFixLoop({
      ...settings,
      category_tool_map: asking,
      manuscript_hash: world.keep(manuscript),
    });
    await world.workflow.leaveSession(settings.session);
    const { session } = await world.workflow.view('S1', { actor });
    expect(session.current_status).toBe('waiting_for_user');
    expect(session.lock_status.state).toBe('released');
    expect(world.workflow.queue.active).toBe(0);
    await world.workflow.resumeSession('S1', { actor });
  });
});

describe('questions on LangGraph', () => {
  const config = { configurable: { thread_id: 'T' } };
  const shape = async (world: World) =>
    (await world.events()).map(({ type, data }) => ({ type, data }));
  const answers = (ids: readonly string[]): Decision[] =>
    ids.map((issue_id) => ({ issue_id, decision: 'approve', by: 'editor' }));
  const graphOf = async (world: World, settings: Awaited<ReturnType<typeof settingsOf>>) =>
    createFixLoopGraph(langgraph, {
      ...settings,
      category_tool_map: asking,
      checkpointer: new langgraph.MemorySaver(),
    });

  it('write the same events as the plain loop, with answers in two parts', async () => {
    const plain = loopWorld(rules, replacements);
    const options = {
      ...(await settingsOf(plain)),
      category_tool_map: asking,
      manuscript_hash: plain.keep(manuscript),
    };
    const { pending } = await runFixLoop(options);
    const [first = '', ...others] = pending.map(({ issue_id }) => issue_id);
    for (const ids of [[first], others]) {
      const ports = { ...options.ports, confirm: () => Promise.resolve(answers(ids)) };
      await runFixLoop({ ...options, ports });
    }

    const graphed = loopWorld(rules, replacements);
    const graph = await graphOf(graphed, await settingsOf(graphed));
    await graph.invoke({ manuscript_hash: graphed.keep(manuscript) }, config);
    const { session } = await graphed.workflow.view('S1', { actor });
    expect(session.current_status).toBe('waiting_for_user');
    for (const ids of [[first], others]) {
      await graph.invoke(new langgraph.Command({ resume: answers(ids) }), config);
    }
    expect(await shape(graphed)).toEqual(await shape(plain));
    expect((await outline(graphed)).some(({ state }) => state === 'Resolved')).toBe(true);
  });

  it('are not asked again by a process that finds the answers recorded', async () => {
    const world = loopWorld(rules, replacements);
    const settings = await settingsOf(world);
    const manuscript_hash = world.keep(manuscript);
    const { pending } = await runFixLoop({
      ...settings,
      category_tool_map: asking,
      manuscript_hash,
    });
    const ids = pending.map(({ issue_id }) => issue_id);
    const crash = { apply: () => Promise.reject(new Error('the power went')) };
    await expect(
      runFixLoop({
        ...settings,
        category_tool_map: asking,
        manuscript_hash,
        ports: { ...world.ports, ...crash, confirm: () => Promise.resolve(answers(ids)) },
      }),
    ).rejects.toThrow('the power went');
    const graph = await graphOf(world, settings);
    const state = await graph.invoke({ manuscript_hash }, config);
    expect(state.status).toBe('stopped');
  });
});
