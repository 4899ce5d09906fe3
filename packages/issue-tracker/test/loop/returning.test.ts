import { describe, expect, it } from 'vitest';
import type { CheckFinding, FixLoopPorts } from '../../src/index.ts';
import { engines } from '../support/engines.ts';
import {
  actor,
  loopOptions,
  type LoopWorld,
  loopWorld,
  manuscript,
  replacements,
  rules,
} from '../support/fixtures.ts';

const adverb = rules.slice(0, 1);
const fixed = manuscript.replace('急いで', 'そっと');

const issuesOf = async (world: LoopWorld) => (await world.workflow.view('S1', { actor })).issues;

/** States of the adverbs, and how many old issues each names. */
async function summary(world: LoopWorld): Promise<unknown[]> {
  const adverbs = (await issuesOf(world)).filter(({ category }) => category === 'adverb');
  return adverbs.map(({ state, recurrence_depth: depth, related_issue_ids: related }) => [
    state,
    depth,
    related.length,
  ]);
}

describe.each(Object.entries(engines))('a finding that was fixed, on %s', (_name, run) => {
  /** Runs once over the sample, which fixes the adverb, and then over another text in the same session. */
  async function runTwice(text: string, ports: Partial<FixLoopPorts> = {}): Promise<LoopWorld> {
    const world = loopWorld(adverb, replacements);
    const options = await loopOptions(world);
    expect((await run(options)).status).toBe('passed');
    const plan = () => Promise.resolve(null);
    const next = { ...options.ports, plan, ...ports };
    await run({ ...options, manuscript_hash: world.keep(text), ports: next, run_id: 'second' });
    return world;
  }

  it('and undone in a later run is a recurrence', async () => {
    const world = await runTwice(manuscript);
    expect(await summary(world)).toEqual([
      ['Recurrence', 0, 0],
      ['New', 1, 1],
    ]);
    const [old, again] = await issuesOf(world);
    expect(again?.related_issue_ids).toEqual([old?.issue_id]);
    const changed = `序。\n${manuscript.replace('返事をせずに', '黙って')}`;
    expect(await summary(await runTwice(changed))).toEqual(await summary(world));
  });

  it('and brought back by the fix of a later round is a recurrence', async () => {
    const world = loopWorld(rules.slice(0, 2), {});
    let rounds = 0;
    const options = await loopOptions(world, {
      check: (input) => {
        rounds += 1;
        return world.ports.check(input);
      },
      plan: (input) =>
        (input.issue.category === 'adverb' ? rounds === 1 : rounds === 2)
          ? world.ports.plan(input)
          : Promise.resolve(null),
      apply: ({ text, issue }) =>
        Promise.resolve({
          text:
            issue.category === 'adverb'
              ? text.replace('急いで', 'そっと')
              : text.replace('そっと', '急いで').replace('強く降っていて', '降り'),
          description: 'd',
          applied_by: 'fixer',
        }),
    });
    expect((await run(options)).status).toBe('stopped');
    expect(await summary(world)).toEqual([
      ['Recurrence', 0, 0],
      ['New', 1, 1],
    ]);
  });

  it('is a new finding at another place, or of another category', async () => {
    const elsewhere = `${fixed}\n翌朝になると町の人々は急いで家路についたのだった。`;
    expect(await summary(await runTwice(elsewhere))).toEqual([
      ['Resolved', 0, 0],
      ['New', 0, 0],
    ]);
    const world = await runTwice(manuscript, {
      check: ({ text }): Promise<CheckFinding[]> => {
        const start = text.indexOf('急いで');
        const place = { text_range: { start, end: start + 3 }, description: 'd' };
        return Promise.resolve([{ category: 'haste', severity: 'high', ...place }]);
      },
    });
    expect((await issuesOf(world)).map(({ category, state }) => [category, state])).toEqual([
      ['adverb', 'Resolved'],
      ['haste', 'New'],
    ]);
  });

  it('about the whole document is a recurrence as well', async () => {
    const check: FixLoopPorts['check'] = ({ text }) =>
      Promise.resolve(
        text.includes('続く')
          ? []
          : [{ category: 'hook', severity: 'low', text_range: null, description: 'no hook' }],
      );
    const world = loopWorld([], {});
    const apply: FixLoopPorts['apply'] = ({ text }) =>
      Promise.resolve({ text: `${text}続く`, description: 'd', applied_by: 'fixer' });
    const options = await loopOptions(world, { check, apply });
    expect((await run(options)).status).toBe('passed');
    const ports = { ...options.ports, plan: () => Promise.resolve(null) };
    await run({ ...options, ports, run_id: 'second' });
    expect(
      (await issuesOf(world)).map(({ state, recurrence_depth: depth }) => [state, depth]),
    ).toEqual([
      ['Recurrence', 0],
      ['New', 1],
    ]);
  });
});
