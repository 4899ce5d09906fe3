import { describe, expect, it } from 'vitest';
import type { FixLoopPorts } from '../../src/index.ts';
import { engines } from '../support/engines.ts';
import { loopOptions, loopWorld, replacements, rules } from '../support/fixtures.ts';

describe.each(Object.entries(engines))('the clock of the session, on %s', (_name, run) => {
  const runOnce = async (checkMs: number, policy: object = {}) => {
    // 見知らぬ住所 has no replacement, so no round passes.
    const world = loopWorld(rules, replacements);
    const check: FixLoopPorts['check'] = (input) => {
      world.clock.advance(checkMs);
      return world.ports.check(input);
    };
    const result = await run(await loopOptions(world, { check }, policy));
    const events = (await world.events()).map(({ type, data, at, hash }) => ({
      type,
      data,
      at,
      hash,
    }));
    return { result, events };
  };

  it('measures the time budget', async () => {
    const { result } = await runOnce(20_000, { time_budget_sec: 30, count: 50 });
    expect(result).toMatchObject({ status: 'stopped', reason: 'time' });
  });

  it('gives two runs the same journal, durations and hashes included', async () => {
    const first = await runOnce(1_234);
    expect(await runOnce(1_234)).toEqual(first);
    const step = first.events.find(({ type }) => type === 'step-completed');
    expect(step?.data).toMatchObject({ duration_ms: 1_234 });
  });
});
