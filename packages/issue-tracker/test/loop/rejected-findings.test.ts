import { describe, expect, it } from 'vitest';
import type { CheckFinding, FixLoopPorts } from '../../src/index.ts';
import { engines } from '../support/engines.ts';
import {
  actor,
  loopOptions,
  loopWorld,
  manuscript,
  replacements,
  rules,
} from '../support/fixtures.ts';

/** Untyped findings, as a model writes them. */
const checking = (given: unknown): Partial<FixLoopPorts> => ({
  check: () => Promise.resolve(given as readonly CheckFinding[]),
});

const good = { category: 'a', severity: 'low', text_range: { start: 0, end: 2 }, description: 'd' };
const malformed: readonly (readonly [wrong: object, problem: string])[] = [
  [{ ...good, severity: 'warning' }, 'severity'],
  [{ ...good, severity: 'High' }, 'severity'],
  [{ ...good, text_range: [0, 4] }, 'text_range'],
  [{ ...good, text_range: { start: 0, end: 1e6 } }, 'outside the text'],
  [{ ...good, text_range: { start: 4, end: 2 } }, 'reversed'],
  [{ ...good, category: undefined }, 'category'],
  [{ ...good, scope: 'document' }, 'scope document'],
  [{ ...good, category: 'a\ud83d' }, 'category must not contain a lone surrogate'],
  [{ ...good, description: 'nice 👍'.slice(0, 6) }, 'description must not contain a lone'],
  ...['kind', 'description', 'text'].map((member): readonly [object, string] => [
    { ...good, suggested_fixes: [{ kind: 'k', description: 'd', [member]: '\udc4d' }] },
    `suggested_fixes.0.${member} must not contain a lone surrogate`,
  ]),
];

describe.each(Object.entries(engines))('findings that cannot be used, on %s', (_name, run) => {
  it.each(malformed)('never pass: %j', async (wrong, problem) => {
    const world = loopWorld([], {});
    const result = await run(await loopOptions(world, checking([wrong])));
    expect(result).toMatchObject({ status: 'stopped', reason: 'findings_rejected' });
    const error = (await world.events()).find(({ type }) => type === 'error-recorded');
    expect(error?.data).toMatchObject({
      error_code: 'issue-invalid-input',
      step_id: 'style',
      message: expect.stringContaining(problem),
    });
    const timeline = await world.workflow.timeline('S1', { actor });
    expect(timeline.find(({ type }) => type === 'error-recorded')?.summary).toContain(problem);
  });

  it('stop the loop when they come from the recheck', async () => {
    const world = loopWorld(rules.slice(0, 1), replacements);
    const result = await run(
      await loopOptions(world, {
        check: async (input) =>
          input.attempt === 1
            ? world.ports.check(input)
            : [{ ...good, severity: 'warning' } as never],
      }),
    );
    expect(result).toMatchObject({ status: 'stopped', reason: 'findings_rejected' });
    const { issues } = await world.workflow.view('S1', { actor });
    expect(issues.every(({ state }) => state === 'Resolved')).toBe(true);
  });

  it('do not stop work on the findings that are valid', async () => {
    const world = loopWorld(rules.slice(0, 1), replacements);
    const result = await run(
      await loopOptions(world, {
        check: async (input) => [
          ...(await world.ports.check(input)),
          ...(input.attempt === 1 ? [null as never] : []),
        ],
      }),
    );
    expect(result).toMatchObject({ status: 'passed', reason: 'passed' });
  });

  it('are not made by cutting or redacting a valid one', async () => {
    const world = loopWorld([], {});
    const long = `${'x'.repeat(3_999)}👍`;
    const quoted = `${manuscript.slice(0, 19)}🙂`;
    const text = manuscript.replace('春香は古い図書室で一通の手紙を見つけた。', `${quoted}。`);
    const description = `${quoted.slice(0, -1)}${'👍'.slice(1)}`; // shares half of its last character
    const findings = [
      { ...good, suggested_fixes: [{ kind: 'k', description: long }] },
      { ...good, text_range: { start: 3, end: 5 }, description },
    ];
    const options = await loopOptions(world, {
      ...checking(findings),
      plan: () => Promise.resolve(null),
    });
    const result = await run({ ...options, manuscript_hash: world.keep(text) });
    expect(result.status).toBe('stopped');
    const { issues } = await world.workflow.view('S1', { actor });
    expect(issues.map((issue) => issue.suggested_fixes[0]?.description.at(-1))).toEqual([
      '\ufffd',
      undefined,
    ]);
    expect(issues[1]?.description).toMatch(/^\[excerpt [0-9a-f]{12} 21\]$/u);
  });

  it('are reported again by a run that finds the check recorded', async () => {
    const world = loopWorld([], {});
    const options = await loopOptions(world, checking([{ ...good, severity: 'warning' }]));
    const first = await run(options);
    expect(await run({ ...options, ports: world.ports })).toEqual(first);
    expect(first.reason).toBe('findings_rejected');
  });

  it('count in a second run of the session too', async () => {
    const world = loopWorld(rules.slice(0, 1), {});
    const options = await loopOptions(world, { plan: () => Promise.resolve(null) });
    await run(options);
    const edited = world.keep(manuscript.replace('急いで', 'そっと'));
    const ports = { ...options.ports, ...checking(['the adverb']) };
    const result = await run({ ...options, manuscript_hash: edited, ports });
    expect(result).toMatchObject({ status: 'stopped', reason: 'findings_rejected' });
  });

  it.each([[null], [undefined], [{ findings: [] }], ['none']])(
    'a check that returns %j instead of a list is an error',
    async (given) => {
      const world = loopWorld([], {});
      await expect(run(await loopOptions(world, checking(given)))).rejects.toMatchObject({
        code: 'issue-invalid-input',
        message: expect.stringContaining('list of findings'),
      });
    },
  );
});
