import { systemClock } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import type { FixLoopPorts } from '../../src/index.ts';
import { engines } from '../support/engines.ts';
import {
  actor,
  loopOptions,
  type LoopWorld,
  loopWorld,
  replacements,
  rules,
} from '../support/fixtures.ts';

const oneRule = rules.slice(0, 1);

const viewOf = (world: LoopWorld) => world.workflow.view('S1', { actor });

describe.each(Object.entries(engines))('a fix that changes nothing, on %s', (_name, run) => {
  const unfixed: Readonly<Record<string, FixLoopPorts['apply']>> = {
    'is null': () => Promise.resolve(null),
    'returns the text unchanged': ({ text }) =>
      Promise.resolve({ text, description: 'nothing to do', applied_by: 'model' }),
    'returns an empty text': () =>
      Promise.resolve({ text: ' \n', description: 'made plainer', applied_by: 'model' }),
    'has half a character in its text': ({ text }) =>
      Promise.resolve({ text: `${text}\ud83d`, description: 'd', applied_by: 'model' }),
    'has half a character in its description': ({ text }) =>
      Promise.resolve({ text: `${text}!`, description: 'nice \ud83d', applied_by: 'model' }),
    'has half a character in its author': ({ text }) =>
      Promise.resolve({ text: `${text}!`, description: 'd', applied_by: '\udc4d' }),
  };

  it.each(Object.entries(unfixed))(
    '%s: the issue stays open under its id',
    async (_case, apply) => {
      const world = loopWorld(oneRule, {});
      const result = await run(await loopOptions(world, { apply }));
      expect(result).toMatchObject({ status: 'stopped', reason: 'count' });
      const { issues, resolutions } = await viewOf(world);
      expect(issues.map(({ state }) => state)).toEqual(['InProgress']);
      // Planned in each round, never applied, so never judged as a recurrence.
      expect(
        resolutions.map(({ applied_at, recurrence_flag }) => [applied_at, recurrence_flag]),
      ).toEqual([1, 2, 3].map(() => [null, null]));
      const types = (await world.events()).map(({ type }) => type);
      expect(types).not.toContain('fix-applied');
      expect(types).not.toContain('fix-verified');
    },
  );

  it('is one whose plan has half a character', async () => {
    const world = loopWorld(oneRule, replacements);
    const plan: FixLoopPorts['plan'] = () =>
      Promise.resolve({ tool_id: 'rewrite', description: 'nice \ud83d', planned_by: 'm' });
    const result = await run(await loopOptions(world, { plan }));
    expect(result).toMatchObject({ status: 'stopped', reason: 'count' });
    expect((await viewOf(world)).issues.map(({ state }) => state)).toEqual(['New']);
  });

  it('may be followed by one that does', async () => {
    const world = loopWorld(oneRule, replacements);
    let calls = 0;
    const result = await run(
      await loopOptions(world, {
        apply: (input) => {
          calls += 1;
          return calls === 1 ? Promise.resolve(null) : world.ports.apply(input);
        },
      }),
    );
    expect(result.status).toBe('passed');
    expect((await viewOf(world)).issues.map(({ state }) => state)).toEqual(['Resolved']);
  });

  it('keeps an issue that another fix of the round has moved', async () => {
    const world = loopWorld(rules.slice(0, 2), { ...replacements, 急いで: 'とても静かに' });
    await run(
      await loopOptions(
        world,
        {
          apply: (input) =>
            input.issue.category === 'style' ? Promise.resolve(null) : world.ports.apply(input),
        },
        { count: 1 },
      ),
    );
    const { issues } = await viewOf(world);
    expect(issues.map(({ category, state }) => [category, state])).toEqual([
      ['adverb', 'Resolved'],
      ['style', 'InProgress'],
    ]);
    const text = world.texts.get(issues[1]?.manuscript_hash ?? '') ?? '';
    const { start, end } = issues[1]?.text_range ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('強く降っていて');
  });
});

describe.each(Object.entries(engines))('a port that throws, on %s', (_name, run) => {
  const broken: Readonly<Record<string, Partial<FixLoopPorts>>> = {
    check: { check: () => Promise.reject(new Error('the model is down')) },
    plan: { plan: () => Promise.reject(new Error('the model is down')) },
    apply: { apply: () => Promise.reject(new Error('the model is down')) },
  };

  it.each(Object.entries(broken))('%s: another session can begin at once', async (_port, ports) => {
    const world = loopWorld(oneRule, replacements);
    await expect(run(await loopOptions(world, ports))).rejects.toThrow('the model is down');
    const { session } = await viewOf(world);
    expect(session.current_status).toBe('failed');
    expect(session.lock_status.state).toBe('released');
    const other = await world.workflow.beginSession({ episode_number: 7, initiator: 'other' });
    await world.workflow.endSession(other);
  });

  it('leaves a handle with which the loop goes on', async () => {
    const world = loopWorld(oneRule, replacements);
    const options = await loopOptions(world);
    const { ports } = options;
    const failing = { ...ports, ...broken['apply'] };
    await expect(run({ ...options, ports: failing })).rejects.toThrow('the model is down');
    const again = await run({ ...options, ports });
    expect(again.status).toBe('passed');
    const { session } = await viewOf(world);
    expect(session.lock_status.state).toBe('held');
    expect(world.calls.filter((call) => call.startsWith('check'))).toHaveLength(2);
  });

  it('is refused when another session holds the episode by then', async () => {
    const world = loopWorld(oneRule, replacements);
    const options = await loopOptions(world, broken['apply']);
    await expect(run(options)).rejects.toThrow('the model is down');
    await world.workflow.beginSession({ episode_number: 7, initiator: 'other' });
    await expect(run({ ...options, ports: world.ports })).rejects.toMatchObject({
      code: 'issue-session-locked',
    });
  });

  it('leaves a failed session failed when it is ended', async () => {
    const world = loopWorld(oneRule, replacements);
    const options = await loopOptions(world, broken['apply']);
    await expect(run(options)).rejects.toThrow('the model is down');
    await world.workflow.endSession(options.session);
    expect((await viewOf(world)).session.current_status).toBe('failed');
  });

  it.each([[undefined], ['text'], [{ text: 1, description: '', applied_by: '' }], [{ text: 'x' }]])(
    'reports an answer of apply that is no fix: %j',
    async (answer) => {
      const world = loopWorld(oneRule, replacements);
      const apply = () => Promise.resolve(answer as never);
      await expect(run(await loopOptions(world, { apply }))).rejects.toMatchObject({
        code: 'issue-invalid-input',
        message: expect.stringContaining('apply port'),
      });
      expect((await viewOf(world)).session.lock_status.state).toBe('released');
    },
  );
});

describe.each(Object.entries(engines))('an aborted run, on %s', (_name, run) => {
  it('releases the lock', async () => {
    const world = loopWorld(oneRule, replacements);
    const stop = new AbortController();
    const apply: FixLoopPorts['apply'] = () => {
      stop.abort(new Error('stopped by the user'));
      return Promise.reject(new Error('stopped by the user'));
    };
    const options = { ...(await loopOptions(world, { apply })), signal: stop.signal };
    await expect(run(options)).rejects.toThrow('stopped by the user');
    const { session } = await viewOf(world);
    expect(session.lock_status.state).toBe('released');
  });

  const deaf = () => new Promise<never>(() => undefined);
  const deafPorts: Readonly<Record<string, Partial<FixLoopPorts>>> = {
    check: { check: deaf },
    plan: { plan: deaf },
    apply: { apply: deaf },
    isToolAvailable: { isToolAvailable: deaf },
    'manuscripts.read': { manuscripts: { read: deaf, write: deaf } },
    'artifacts.write': { artifacts: { write: deaf } },
  };

  it.each(Object.entries(deafPorts))('ends when %s does not listen', async (_port, ports) => {
    const world = loopWorld(oneRule, replacements);
    const reason = new Error('stopped by the user');
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 30);
    const options = { ...(await loopOptions(world, ports)), signal: stop.signal };
    await expect(run(options)).rejects.toBe(reason);
    expect((await viewOf(world)).session.lock_status.state).toBe('released');
  });

  it.each(Object.entries(deafPorts))('is stopped in time when %s hangs', async (_port, ports) => {
    const world = loopWorld(oneRule, replacements);
    const given = await loopOptions(world, ports, { time_budget_sec: 0.1 });
    const result = await run({ ...given, clock: systemClock });
    expect(result).toMatchObject({ status: 'stopped', reason: 'time' });
    await world.workflow.endSession(given.session);
  });
});
