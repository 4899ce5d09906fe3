import { describe, expect, it } from 'vitest';
import {
  type CategoryToolMap,
  type CheckFinding,
  type FixLoopPorts,
  runFixLoop,
} from '../../src/index.ts';
import { createFixLoopNodes } from '../../src/langgraph.ts';
import {
  actor,
  asking,
  loopOptions,
  type LoopWorld,
  loopWorld,
  replacements,
  rules,
  toolMap,
} from '../support/fixtures.ts';

async function run(world: LoopWorld, ports: Partial<FixLoopPorts>, tools = toolMap) {
  const options = await loopOptions(world, ports, { count: 1 });
  const result = await runFixLoop({ ...options, category_tool_map: tools });
  return { result, view: await world.workflow.view('S1', { actor }) };
}

describe('what callers mistype is refused before anything runs', () => {
  /** A map as it may come from a file. */
  const misspelt: CategoryToolMap = JSON.parse('{"*":{"tool_id":"rewrite","confirm":true}}');

  it.each<[string, object, string, RegExp]>([
    ['no steps', { step_ids: [] }, 'invalid-argument', /expected step_ids with .* got \[\];/],
    ['a step without a name', { step_ids: ['a', ''] }, 'invalid-argument', /got \["a",""\];/],
    [
      'an unknown member of a tool, which may be a confirmation',
      { category_tool_map: misspelt },
      'issue-invalid-input',
      /at \/\*\/0: unknown member "confirm"; the members are tool_id, .*requires_user_confirmation/,
    ],
    ['no ports', { ports: undefined }, 'invalid-argument', /options\.ports\.check as a function/],
    ['empty ports', { ports: {} }, 'invalid-argument', /ports\.check .*got undefined/],
    [
      'ports without a store of texts',
      { ports: { check: () => [], plan: () => null, apply: () => null } },
      'invalid-argument',
      /ports\.manuscripts\.read as a function/,
    ],
    ['a tool without an id', { category_tool_map: { '*': {} } }, 'issue-invalid-input', /tool_id/],
  ])('%s', async (_name, wrong, code, message) => {
    const world = loopWorld(rules, replacements);
    const { manuscript_hash, ...settings } = { ...(await loopOptions(world)), ...wrong };
    const refusal = { code, message: expect.stringMatching(message) as unknown };
    await expect(runFixLoop({ ...settings, manuscript_hash })).rejects.toMatchObject(refusal);
    expect(() => createFixLoopNodes(settings, () => [])).toThrow(message);
    expect(world.calls).toEqual([]);
  });
});

describe('a port that answers with another type', () => {
  it.each<[string, object, RegExp]>([
    ['a plan that is a text', { plan: async () => 'rewrite' }, /answer of the plan port/],
    ['a plan that is missing', { plan: async () => undefined }, /answer of the plan port/],
    [
      'a text that is missing',
      { manuscripts: { read: async () => undefined, write: async () => null } },
      /answer of manuscripts\.read \(a text or null\)/,
    ],
  ])('is refused: %s', async (_name, ports, message) => {
    await expect(run(loopWorld(rules, replacements), ports)).rejects.toMatchObject({
      code: 'issue-invalid-input',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('is refused: a written text without its hash', async () => {
    const world = loopWorld(rules, replacements);
    const manuscripts = { ...world.ports.manuscripts, write: async () => null as never };
    await expect(run(world, { manuscripts })).rejects.toMatchObject({
      code: 'issue-invalid-input',
      message: expect.stringContaining('answer of manuscripts.write') as unknown,
    });
  });
});

describe('what models write is not believed', () => {
  it('drops findings with broken ranges and counts them', async () => {
    const given: unknown = [
      { category: 'a', severity: 'low', text_range: { start: 5, end: 2 }, description: '' },
      { category: 'a', severity: 'low', text_range: { start: 0, end: 1e6 }, description: '' },
      { category: 'a', severity: 'fatal', text_range: null, description: '' },
      null,
      { category: 'ok', severity: 'low', text_range: { start: 0, end: 2 }, description: 'fine' },
    ];
    const { view } = await run(loopWorld([], {}), {
      check: () => Promise.resolve(given as readonly CheckFinding[]),
    });
    expect(view.steps[0]?.fallback_reason).toBe('findings_rejected:4');
    expect(view.issues.map(({ category }) => category)).toContain('ok');
  });

  it('keeps at most 2,000 findings of a step, the worst first', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({
      category: 'noise',
      severity: index % 50 === 0 ? ('high' as const) : ('low' as const),
      text_range: { start: index % 20, end: (index % 20) + 1 },
      description: '',
    }));
    const { view } = await run(loopWorld([], {}), {
      check: ({ attempt }) => Promise.resolve(attempt === 1 ? many : []),
      plan: () => Promise.resolve(null),
    });
    expect(view.steps[0]?.fallback_reason).toBe('findings_rejected:98000');
    expect(view.issues).toHaveLength(2_000);
    expect(view.issues.every(({ severity }) => severity === 'high')).toBe(true);
    // Thousands of transactions: a busy machine takes its time.
  }, 120_000);

  it('records a plan with a tool that was not offered and leaves the issue', async () => {
    const world = loopWorld(rules.slice(0, 1), replacements);
    const { view } = await run(world, {
      plan: () => Promise.resolve({ tool_id: 'rm -rf', description: 'd', planned_by: 'p' }),
    });
    expect(view.issues[0]?.state).toBe('New');
    const error = (await world.events()).find(({ type }) => type === 'error-recorded');
    expect(error?.data).toMatchObject({ qc_code: 'QC-012' });
  });

  it('applies nothing of a batch with a decision for an issue that is not pending', async () => {
    const world = loopWorld(rules, replacements);
    await expect(
      run(
        world,
        {
          confirm: (pending) =>
            Promise.resolve([
              ...pending.map(({ issue_id }) => ({
                issue_id,
                decision: 'approve' as const,
                by: 'a',
              })),
              { issue_id: 'ISSUE-1-0000000000', decision: 'approve' as const, by: 'a' },
            ]),
        },
        asking,
      ),
    ).rejects.toMatchObject({ code: 'issue-invalid-input' });
    const types = (await world.events()).map(({ type }) => type);
    expect(types).not.toContain('confirmation-given');
    expect(types).not.toContain('fix-applied');
  });

  it('stops on a missing manuscript, with its code', async () => {
    const world = loopWorld(rules, replacements);
    const options = { ...(await loopOptions(world)), manuscript_hash: 'f'.repeat(64) };
    await expect(runFixLoop(options)).rejects.toMatchObject({
      code: 'issue-manuscript-miss',
    });
    const error = (await world.events()).find(({ type }) => type === 'error-recorded');
    expect(error?.data).toMatchObject({ qc_code: 'QC-015' });
  });
});
