import * as langgraph from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { runFixLoop, type FixLoopPorts } from '../../src/index.ts';
import { createFixLoopGraph } from '../../src/langgraph.ts';
import {
  actor,
  loopWorld,
  manuscript,
  recurring,
  replacements,
  rules,
  toolMap,
} from '../support/loop-world.ts';

const shape = (events: Awaited<ReturnType<ReturnType<typeof loopWorld>['events']>>) =>
  events.map(({ type, data, actor: by }) => ({ type, data, by }));

describe('runFixLoop', () => {
  it('fixes what can be fixed and follows what cannot through the rounds', async () => {
    const world = loopWorld(rules, recurring);
    const session = await world.begin();
    const result = await runFixLoop({
      workflow: world.workflow,
      session,
      ports: world.ports,
      step_ids: ['style'],
      manuscript_hash: world.keep(manuscript),
      category_tool_map: toolMap,
      clock: world.clock,
    });
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
    const session = await world.begin();
    const result = await runFixLoop({
      workflow: world.workflow,
      session,
      ports: world.ports,
      step_ids: ['style'],
      manuscript_hash: world.keep(manuscript),
      category_tool_map: toolMap,
      clock: world.clock,
    });
    expect(result).toMatchObject({
      status: 'passed',
      reason: 'passed',
      iterations: 1,
      pending: [],
    });
  });

  it('writes the same events on LangGraph', async () => {
    const plain = loopWorld(rules, replacements);
    const plainSession = await plain.begin();
    const hash = plain.keep(manuscript);
    const plainResult = await runFixLoop({
      workflow: plain.workflow,
      session: plainSession,
      ports: plain.ports,
      step_ids: ['style'],
      manuscript_hash: hash,
      category_tool_map: toolMap,
      clock: plain.clock,
    });
    const graphed = loopWorld(rules, replacements);
    graphed.keep(manuscript);
    const graph = createFixLoopGraph(langgraph, {
      workflow: graphed.workflow,
      session: await graphed.begin(),
      ports: graphed.ports,
      step_ids: ['style'],
      category_tool_map: toolMap,
      clock: graphed.clock,
      checkpointer: new langgraph.MemorySaver(),
    });
    const state = await graph.invoke(
      { manuscript_hash: hash },
      { configurable: { thread_id: 'T' } },
    );
    expect(state.manuscript_hash).toBe(plainResult.manuscript_hash);
    expect(state.status).toBe('stopped');
    expect(shape(await graphed.events())).toEqual(shape(await plain.events()));
  });

  it('runs as many rounds on LangGraph as the policy allows', async () => {
    const world = loopWorld(rules, replacements);
    const graph = createFixLoopGraph(langgraph, {
      workflow: world.workflow,
      session: await world.begin({ count: 12 }),
      ports: world.ports,
      step_ids: ['style'],
      category_tool_map: toolMap,
      clock: world.clock,
    });
    const state = await graph.invoke({ manuscript_hash: world.keep(manuscript) });
    expect(state).toMatchObject({ status: 'stopped', reason: 'count', iteration: 13 });
  });

  it('waits for a person, and a later run goes on with the answer', async () => {
    const world = loopWorld(rules, replacements);
    const session = await world.begin();
    const options = {
      workflow: world.workflow,
      session,
      ports: world.ports,
      step_ids: ['style'],
      manuscript_hash: world.keep(manuscript),
      category_tool_map: { '*': { tool_id: 'rewrite', requires_user_confirmation: true } },
      clock: world.clock,
    };
    const waiting = await runFixLoop(options);
    expect(waiting.status).toBe('waiting_for_user');
    expect(waiting.pending.map(({ kind }) => kind)).toEqual(['tool', 'tool', 'tool']);
    const callsBefore = world.calls.length;
    expect(await runFixLoop(options)).toEqual(waiting);
    expect(world.calls).toHaveLength(callsBefore);

    const ports: FixLoopPorts = {
      ...world.ports,
      confirm: (pending) =>
        Promise.resolve(
          pending.map(({ issue_id }, index) => ({
            issue_id,
            decision: index === 0 ? 'reject' : 'approve',
            by: 'editor',
          })),
        ),
    };
    await runFixLoop({ ...options, ports });
    const view = await world.workflow.view('S1', { actor });
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
    const graph = createFixLoopGraph(langgraph, {
      workflow: world.workflow,
      session: await world.begin(),
      ports: world.ports,
      step_ids: ['style'],
      category_tool_map: { '*': { tool_id: 'rewrite', requires_user_confirmation: true } },
      clock: world.clock,
      checkpointer: new langgraph.MemorySaver(),
    });
    const config = { configurable: { thread_id: 'T' } };
    const stopped = await graph.invoke({ manuscript_hash: world.keep(manuscript) }, config);
    expect(stopped.pending).toHaveLength(3);
    await graph.invoke(
      new langgraph.Command({
        resume: stopped.pending.map(({ issue_id }) => ({
          issue_id,
          decision: 'defer',
          by: 'editor',
        })),
      }),
      config,
    );
    const view = await world.workflow.view('S1', { actor });
    expect(view.issues.map(({ state }) => state)).toEqual(['Deferred', 'Deferred', 'Deferred']);
  });
});
