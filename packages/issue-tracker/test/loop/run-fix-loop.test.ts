import * as langgraph from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { runFixLoop } from '../../src/index.ts';
import { createFixLoopGraph } from '../../src/langgraph.ts';
import { engines } from '../support/engines.ts';
import {
  actor,
  answering,
  asking,
  loopOptions,
  loopWorld,
  recurring,
  replacements,
  rules,
} from '../support/fixtures.ts';

const shape = (events: Awaited<ReturnType<ReturnType<typeof loopWorld>['events']>>) =>
  events.map(({ type, data, actor: by }) => ({ type, data, by }));

describe('a loop of ports and a store that never wait', () => {
  it.each(Object.entries(engines))(
    'lets timers run, so that an abort ends it (%s)',
    async (_name, run) => {
      const world = loopWorld(rules, recurring);
      const controller = new AbortController();
      let rounds = 0;
      const options = await loopOptions(
        world,
        {
          check: (input) => {
            rounds += 1;
            const start = performance.now();
            while (performance.now() < start + 1); // 100 rounds take long enough, on the fastest machine too
            if (rounds === 1) setTimeout(() => controller.abort(new Error('enough')), 0);
            return world.ports.check(input);
          },
        },
        { count: 100, until_pass: false },
      );
      await expect(run({ ...options, signal: controller.signal })).rejects.toThrow('enough');
      expect(rounds).toBeLessThan(100);
    },
  );
});

describe('runFixLoop', () => {
  it('fixes what can be fixed and follows what cannot through the rounds', async () => {
    const world = loopWorld(rules, recurring);
    const result = await runFixLoop(await loopOptions(world));
    expect(result.status).toBe('stopped');
    expect(result.reason).toBe('count');
    expect(result.iterations).toBe(3);
    const view = await world.workflow.view('S1', { actor });
    const states = view.issues.map(({ category, state }) => [category, state]);
    expect(states).toEqual([
      ['adverb', 'Resolved'],
      ['style', 'Resolved'],
      ['vague', 'Recurrence'],
      ['vague', 'Recurrence'],
      ['vague', 'Recurrence'],
      ['vague', 'New'],
    ]);
    const last = view.issues.at(-1);
    expect(last?.recurrence_depth).toBe(3);
    expect(last?.related_issue_ids).toHaveLength(3);
    const final = world.texts.get(result.manuscript_hash) ?? '';
    expect(final).toContain('そっと鞄にしまった🙂');
    expect(final.slice(last?.text_range?.start, last?.text_range?.end)).toBe('見知らぬ住所');
  });

  it('ends passed when no issue is open', async () => {
    const world = loopWorld(rules.slice(0, 2), replacements);
    const result = await runFixLoop(await loopOptions(world));
    expect(result).toMatchObject({
      status: 'passed',
      reason: 'passed',
      iterations: 1,
      pending: [],
    });
  });

  it('writes the same events on LangGraph', async () => {
    const plain = loopWorld(rules, replacements);
    const plainResult = await runFixLoop(await loopOptions(plain));
    const graphed = loopWorld(rules, replacements);
    const { manuscript_hash, ...settings } = await loopOptions(graphed);
    const checkpointer = new langgraph.MemorySaver();
    const graph = createFixLoopGraph(langgraph, { ...settings, checkpointer });
    const state = await graph.invoke({ manuscript_hash }, { configurable: { thread_id: 'T' } });
    expect(state.manuscript_hash).toBe(plainResult.manuscript_hash);
    expect(state.status).toBe('stopped');
    expect(shape(await graphed.events())).toEqual(shape(await plain.events()));
  });

  it('runs as many rounds on LangGraph as the policy allows', async () => {
    const world = loopWorld(rules, replacements);
    const { manuscript_hash, ...settings } = await loopOptions(world, {}, { count: 12 });
    const state = await createFixLoopGraph(langgraph, settings).invoke({ manuscript_hash });
    expect(state).toMatchObject({ status: 'stopped', reason: 'count', iteration: 13 });
  });

  it('waits for a person, and a later run goes on with the answer', async () => {
    const world = loopWorld(rules, replacements);
    const options = { ...(await loopOptions(world)), category_tool_map: asking };
    const waiting = await runFixLoop(options);
    expect(waiting.status).toBe('waiting_for_user');
    expect(waiting.pending.map(({ kind }) => kind)).toEqual(['tool', 'tool', 'tool']);
    const callsBefore = world.calls.length;
    expect(await runFixLoop(options)).toEqual(waiting);
    expect(world.calls).toHaveLength(callsBefore);

    const ports = { ...world.ports, confirm: answering('reject', 'approve') };
    const { deferred } = await runFixLoop({ ...options, ports });
    const view = await world.workflow.view('S1', { actor });
    expect(waiting.deferred).toEqual([]);
    const refused = view.issues.filter(({ state }) => state === 'Deferred');
    expect(deferred).toEqual(refused.map((issue) => issue.issue_id));
    expect(view.issues[0]).toMatchObject({
      category: 'adverb',
      state: 'Deferred',
      defer_reason: 'USER_REJECTED_TOOL',
    });
    // The refused issue absorbs its finding in every later round.
    expect(view.issues.filter(({ category }) => category === 'adverb')).toHaveLength(1);
  });

  it('goes on after an interrupt of LangGraph', async () => {
    const world = loopWorld(rules, replacements);
    const { manuscript_hash, ...settings } = await loopOptions(world);
    const graph = createFixLoopGraph(langgraph, {
      ...settings,
      category_tool_map: asking,
      checkpointer: new langgraph.MemorySaver(),
    });
    const config = { configurable: { thread_id: 'T' } };
    const stopped = await graph.invoke({ manuscript_hash }, config);
    expect(stopped.pending).toHaveLength(3);
    const resume = await answering('defer')(stopped.pending);
    await graph.invoke(new langgraph.Command({ resume }), config);
    const view = await world.workflow.view('S1', { actor });
    expect(view.issues.map(({ state }) => state)).toEqual(['Deferred', 'Deferred', 'Deferred']);
  });
});
