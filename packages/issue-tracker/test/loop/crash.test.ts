import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  createWorkflowStateStore,
  type FixLoopPorts,
  runFixLoop,
  type SessionView,
} from '../../src/index.ts';
import { sequentialRandom } from '../../src/testing.ts';
import {
  actor,
  loopWorld,
  manuscript,
  never,
  replacements,
  rules,
  toolMap,
} from '../support/fixtures.ts';

/** Stands for `kill -9`: whatever runs stops here, and nothing after it is written. */
class Crash extends Error {}

interface CrashPlan {
  readonly append?: number;
  readonly port?: number;
}

/** Runs the script, dies at the planned point, and lets a second process go on. */
async function runWithCrash(plan: CrashPlan): Promise<{
  view: SessionView;
  crashed: boolean;
  applied: string[];
}> {
  const clock: ManualClock = createManualClock('2026-03-01T00:00:00.000Z');
  const inner = createMemoryEventStore({ clock });
  const world = loopWorld(rules, replacements);
  const hash = world.keep(manuscript);
  let dead = false;
  let appends = 0;
  let portCalls = 0;
  const applied: string[] = [];
  const dying: EventStore = {
    ...inner,
    append: async (...parameters) => {
      if (dead) throw new Crash('dead');
      appends += 1;
      const result = await inner.append(...parameters);
      if (appends === plan.append) {
        dead = true;
        throw new Crash('after the append');
      }
      return result;
    },
  };
  const afterPort = <T>(value: T): T => {
    portCalls += 1;
    if (portCalls !== plan.port) return value;
    dead = true;
    throw new Crash('after the port');
  };
  const ports: FixLoopPorts = {
    ...world.ports,
    check: async (input) => afterPort(await world.ports.check(input)),
    plan: async (input) => afterPort(await world.ports.plan(input)),
    apply: async (input) => {
      applied.push(input.effect_key);
      return afterPort(await world.ports.apply(input));
    },
  };
  const process = (store: EventStore, seed: number) =>
    createWorkflowStateStore({ store, clock, random: sequentialRandom(seed), timer: never });
  const settings = {
    ports,
    step_ids: ['style', 'facts'],
    manuscript_hash: hash,
    category_tool_map: toolMap,
    clock,
  };
  let crashed = false;
  try {
    const first = process(dying, 1);
    const session = await first.beginSession({
      episode_number: 7,
      initiator: actor.id,
      session_id: 'S1',
    });
    await runFixLoop({ ...settings, workflow: first, session });
  } catch {
    crashed = true;
  }
  clock.advance(60_000);
  const second = process(inner, 2);
  const session = await second
    .resumeSession('S1', { actor })
    .catch(() => second.beginSession({ episode_number: 7, initiator: actor.id, session_id: 'S1' }));
  await runFixLoop({ ...settings, workflow: second, session });
  return { view: await second.view('S1', { actor }), crashed, applied };
}

const outline = (view: SessionView): unknown => ({
  issues: view.issues.map(({ category, state, text_range, recurrence_depth, manuscript_hash }) => ({
    category,
    state,
    text_range,
    recurrence_depth,
    manuscript_hash,
  })),
  steps: view.steps.map(({ step_id, attempt, issues_detected }) => ({
    step_id,
    attempt,
    detected: issues_detected.length,
  })),
  resolutions: view.resolutions.map(
    ({ resolution_attempt, verification_status, tool_used, diff_ref }) => ({
      resolution_attempt,
      verification_status,
      tool_used,
      diff_ref,
    }),
  ),
});

describe('a process that dies', () => {
  it('after any append leaves a history from which the next one ends the same', async () => {
    const whole = await runWithCrash({});
    expect(whole.crashed).toBe(false);
    const effects = new Set(whole.applied);
    expect(effects.size).toBe(whole.applied.length);
    let last = 0;
    for (let append = 1; ; append += 1) {
      const run = await runWithCrash({ append });
      if (!run.crashed) break;
      last = append;
      expect(outline(run.view), `crash after append ${append}`).toEqual(outline(whole.view));
      // What was recorded is not done again: every fix was made once.
      expect(new Set(run.applied).size, `append ${append}`).toBe(run.applied.length);
    }
    expect(last).toBeGreaterThan(15);
  });

  it('after any port call calls that port again with the same effect key and ends the same', async () => {
    const whole = await runWithCrash({});
    let last = 0;
    for (let port = 1; ; port += 1) {
      const run = await runWithCrash({ port });
      if (!run.crashed) break;
      last = port;
      expect(outline(run.view), `crash after port call ${port}`).toEqual(outline(whole.view));
      expect(run.applied.length - new Set(run.applied).size).toBeLessThanOrEqual(1);
    }
    expect(last).toBeGreaterThan(10);
  });
});
