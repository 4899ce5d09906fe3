import { createManualClock } from '@kanmon/core/testing';
import { createFileEventStore } from '@kanmon/event-store/file';
import { sequentialRandom } from '@kanmon/issue-tracker/testing';
import { expect, it } from 'vitest';
import { parseArguments } from '../src/cli/arguments.ts';
import { createReporter } from '../src/cli/reporter.ts';
import { beginTask } from '../src/loop/begin-task.ts';
import { carryOut } from '../src/loop/carry-out.ts';
import type { Answer, Engine } from '../src/loop/run-engine.ts';
import { readManuscript } from '../src/workshop/manuscript-file.ts';
import { openWorkshop } from '../src/workshop/workshop.ts';
import { openDesk, shareLintThread } from './support/desk.ts';

/** Every second question is refused, the others are approved, two at a time. */
const answerInPairs: Answer = (pending) =>
  Promise.resolve(
    pending.slice(0, 2).map(({ issue_id }, index) => ({
      issue_id,
      decision: index === 0 ? 'approve' : 'reject',
      by: 'editor',
    })),
  );

/** One polish under a fixed clock and counted ids; gives all it wrote into the journal. */
async function journalOf(engine: Engine, flags: readonly string[]): Promise<unknown[]> {
  const desk = openDesk();
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  const directory = desk.path('.manuscript-check');
  const options = { by: 'aki', lockSeconds: 5, clock, random: sequentialRandom(5) } as const;
  const workshop = await openWorkshop(directory, { mode: 'write', ...options });
  if (workshop === null) throw new Error('there is no workshop');
  const args = parseArguments(['polish', desk.manuscript, '--engine', engine, ...flags]);
  const { signal } = new AbortController();
  const request = { command: 'polish', args, rules: 'en', model: false } as const;
  const wait = { options: { waitMs: 0, signal } };
  const open = await beginTask(workshop, readManuscript(desk.manuscript), request, wait);
  const reporter = createReporter({ write: () => true }, { locale: 'en', silent: true });
  await carryOut(open, {
    workshop,
    model: null,
    reporter,
    answer: answerInPairs,
    startLintThread: shareLintThread,
    signal,
    force: false,
  });
  await workshop.close();
  const store = await createFileEventStore(`${directory}/journal`, { readOnly: true });
  const events = await Array.fromAsync(store.readAll());
  await store.close();
  // The engine's name is part of what was asked for, and the only thing that may differ.
  return events.map(({ streamId, type, data }) => ({
    streamId,
    type,
    data: JSON.stringify(data).replace(engine, 'any engine'),
  }));
}

it.each([[[]], [['--ask']]])(
  'both engines write the same journal, with flags %j',
  async (flags) => {
    const plain = await journalOf('plain', flags);
    expect(plain.length).toBeGreaterThan(100);
    expect(await journalOf('langgraph', flags)).toEqual(plain);
  },
);
