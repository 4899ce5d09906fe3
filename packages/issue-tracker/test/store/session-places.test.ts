import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { bundledProgram } from '@kanmon/test-support';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkflowStateStore, type WorkflowStateStore } from '../../src/index.ts';
import { sequentialRandom } from '../../src/testing.ts';
import { newIssue } from '../support/fixtures.ts';
import { begin } from '../support/session-world.ts';

/** Lets everything that waits for nothing but promises and one turn run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

const ttlMs = 30_000;

/** Two facades over one store, as two processes have them. */
function twoProcesses(
  maxSessions: number,
  store: EventStore = createMemoryEventStore(),
  clock: ManualClock = createManualClock(),
): readonly [WorkflowStateStore, WorkflowStateStore] {
  const open = (seed: number): WorkflowStateStore =>
    createWorkflowStateStore({
      store,
      clock,
      timer: clock,
      maxSessions,
      leaseTtlMs: ttlMs,
      random: sequentialRandom(seed),
    });
  return [open(1), open(2)];
}

describe('maxSessions', () => {
  it('is a cap of all processes that share the store', async () => {
    const clock = createManualClock();
    const [left, right] = twoProcesses(3, createMemoryEventStore({ clock }), clock);
    const first = await begin(left, 1);
    await begin(left, 2);
    await begin(right, 3);
    const waiting = begin(right, 4);
    await settle();
    expect(right.queue).toEqual({ active: 1, waiting: 1 });
    await left.endSession(first);
    clock.advance(250);
    expect((await waiting).sessionId).toBe('S4');
    expect([left.queue, right.queue]).toEqual([
      { active: 1, waiting: 0 },
      { active: 2, waiting: 0 },
    ]);
  });

  it('frees the places of a process that died when their leases expire', async () => {
    const clock = createManualClock();
    const store = createMemoryEventStore({ clock });
    // Its renewals never come: the process is dead.
    const dead = createWorkflowStateStore({
      store,
      clock,
      timer: { sleep: () => new Promise(() => undefined) },
      maxSessions: 2,
    });
    await begin(dead, 1);
    await begin(dead, 2);
    const [alive] = twoProcesses(2, store, clock);
    const waiting = begin(alive, 3);
    await settle();
    expect(alive.queue.waiting).toBe(1);
    clock.advance(ttlMs);
    expect((await waiting).sessionId).toBe('S3');
  });

  it('moves a session to a free place when another process took its place over', async () => {
    const clock = createManualClock();
    const store = createMemoryEventStore({ clock });
    const [left] = twoProcesses(2, store, clock);
    const session = await begin(left, 1);
    await takeOver(store, clock, 1);
    await settle();
    clock.advance(ttlMs / 3);
    await settle();
    expect(session.lost.aborted).toBe(false);
    expect(left.queue.active).toBe(1);
  });

  it('ends the right to write when its place was taken over and none is free', async () => {
    const clock = createManualClock();
    const store = createMemoryEventStore({ clock });
    const [left] = twoProcesses(1, store, clock);
    const session = await begin(left, 1);
    await takeOver(store, clock, 1);
    await settle();
    clock.advance(ttlMs / 3);
    await settle();
    expect(session.lost.aborted).toBe(true);
    await expect(left.transaction(session, (tx) => tx.addIssue(newIssue))).rejects.toMatchObject({
      code: 'fenced',
    });
  });

  it('leaves the queue of another process a turn', async () => {
    const clock = createManualClock();
    const [busy, other] = twoProcesses(1, createMemoryEventStore({ clock }), clock);
    let session = await begin(busy, 'first');
    const waiting = begin(other, 'other');
    let turns = 0;
    let isIn = false;
    void waiting.then(() => {
      isIn = true;
      return isIn;
    });
    // Sessions of the busy process follow one another without a pause.
    const next = Array.from({ length: 30 }, (_, index) => begin(busy, `next-${index}`));
    await settle();
    for (const following of next) {
      await busy.endSession(session);
      await settle();
      clock.advance(250);
      await settle();
      if (isIn) break;
      session = await following;
      turns += 1;
    }
    expect(turns).toBeLessThanOrEqual(12);
    expect(isIn).toBe(true);
  });

  it('rejects with the error of a store that fails, and lets the next one in', async () => {
    const store = createMemoryEventStore();
    let failures = 1;
    const [left] = twoProcesses(1, {
      ...store,
      acquireLease: async (...given) => {
        failures -= 1;
        if (failures === 0) throw new Error('no disk');
        return store.acquireLease(...given);
      },
    });
    await expect(begin(left, 1)).rejects.toThrow('no disk');
    expect((await begin(left, 2)).sessionId).toBe('S2');
  });
});

/** Expires a session's place and gives it to another owner, as a process that was stopped would find it. */
async function takeOver(store: EventStore, clock: ManualClock, place: number): Promise<void> {
  const held = async (): Promise<string> => {
    for (let index = 1; index <= 2; index += 1) {
      const resource = `session-place/${index}`;
      const lease = await store.acquireLease(resource, { owner: 'probe', ttlMs: 1 });
      if (lease === null) return resource;
      await store.releaseLease(lease);
    }
    throw new Error(`no place ${place} is held`);
  };
  const resource = await held();
  // Behind the back of the session's renewals: nothing runs between the two.
  const { now } = clock;
  Object.assign(clock, { now: () => new Date(now().getTime() + ttlMs + 1) });
  await store.acquireLease(resource, { owner: 'thief', ttlMs: ttlMs * 10 });
  Object.assign(clock, { now });
}

describe('maxSessions of four processes on one SQLite file', () => {
  const cap = 3;
  const sessionsEach = 12;

  /** Four processes hold sessions; one is killed. Returns the most sessions that were open at once. */
  async function mostAtOnce(maxSessions: number): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), 'session-places-'));
    const path = join(folder, 'store.db');
    const store = await createSqliteEventStore(path);
    const program = bundledProgram(new URL('../children/hold-sessions.ts', import.meta.url));
    const children = Array.from({ length: 4 }, (_, index) => {
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          program,
          path,
          `p${index}`,
          String(maxSessions),
          String(sessionsEach),
        ],
        { stdio: ['pipe', 'pipe', 'inherit'], timeout: 60_000, killSignal: 'SIGKILL' },
      );
      const lines: string[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
      return { child, lines, exited: once(child, 'exit') };
    });
    onTestFinished(async () => {
      for (const { child } of children) child.kill('SIGKILL');
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await until(() => children.every(({ lines }) => lines.includes('ready')));
    for (const { child } of children) child.stdin?.write('go\n');
    await until(() => (children[0]?.lines.length ?? 0) > 3);
    children[0]?.child.kill('SIGKILL');
    await Promise.all(children.map(({ exited }) => exited));
    expect(children.map(({ child }) => exitOf(child))).toEqual(['SIGKILL', 0, 0, 0]);
    const open = new Set<string>();
    let most = 0;
    let ended = 0;
    for await (const { streamId, type, actor, data } of store.readAll({ prefix: 'session/' })) {
      // The sessions that the killed process had open end with its leases, which no event shows.
      if (actor === 'p0') continue;
      if (type === 'session-started') open.add(streamId);
      if (type === 'session-status-changed' && JSON.stringify(data).includes('completed')) {
        ended += 1;
        open.delete(streamId);
      }
      most = Math.max(most, open.size);
    }
    expect(ended).toBe(3 * sessionsEach);
    return most;
  }

  it('is kept, and a process that was killed with kill -9 holds no place for ever', async () => {
    expect(await mostAtOnce(cap)).toBeLessThanOrEqual(cap);
  }, 90_000);

  it('is exceeded when each process allows the sessions of all (control)', async () => {
    expect(await mostAtOnce(cap * 4)).toBeGreaterThan(cap);
  }, 90_000);
});

function exitOf({ exitCode, signalCode }: ChildProcess): number | string | null {
  return exitCode ?? signalCode;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
