import { isLongRun } from '@kanmon/test-support';
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkshop } from '../src/workshop/workshop.ts';
import { type Desk, jsonHere, openDesk, runHere } from './support/desk.ts';
import { journalReaches, start } from './support/process.ts';

/** With `KANMON_LONG=1` forty moments, else two that differ from run to run. */
const moments = isLongRun ? 40 : 2;
const atOnce = 3;
/** Lines of the journal of one polish of the English manuscript; a kill comes somewhere before its end. */
const journalLines = 66;

/** Returns the result of a polish, without the ids and times that differ from run to run. */
async function outcome(desk: Desk): Promise<unknown> {
  const { json } = await jsonHere(desk, ['timeline']);
  const history = (await runHere(desk, ['history'])).output;
  const { json: left } = await jsonHere(desk, ['unresolved']);
  return {
    text: desk.read('manuscript.en.polished.md'),
    lives: json.lives.map(({ category, states }) => [category, states]),
    left: left.issues.map(({ category, line, state }) => [category, line, state]),
    planned: history.match(/ fix-planned /gu)?.length,
    applied: history.match(/ fix-applied /gu)?.length,
    verified: history.match(/ fix-verified /gu)?.length,
    opened: history.match(/ issue-opened /gu)?.length,
    looks: history.match(/ step-completed /gu)?.length,
  };
}

describe('a polish that is killed', () => {
  it(
    'at any moment is brought to the same end by resume, each effect once',
    { timeout: 600_000 },
    async () => {
      const whole = openDesk();
      expect((await runHere(whole, ['polish', whole.manuscript])).code).toBe(6);
      const expected = await outcome(whole);
      const killAndResume = async (round: number): Promise<void> => {
        const engine = round % 2 === 0 ? 'langgraph' : 'plain';
        const at = Math.ceil(((round + Math.random()) * journalLines) / moments) + 2;
        const desk = openDesk();
        const running = start(desk, ['polish', desk.manuscript, '--engine', engine]);
        await journalReaches(desk, at, running);
        running.child.kill('SIGKILL');
        await running.ended;
        const label = `killed after ${at} lines on ${engine}`;
        const resumed = await start(desk, ['resume']).ended;
        // Killed before the task was written down: there is nothing to resume, and nothing was done.
        if (resumed.code === 2) {
          expect((await start(desk, ['polish', desk.manuscript, '--wait', '3']).ended).code).toBe(
            6,
          );
        } else expect(resumed.code, `${label}: ${resumed.progress}`).toBe(6);
        expect(await outcome(desk), label).toEqual(expected);
      };
      for (let first = 0; first < moments; first += atOnce) {
        const batch = Array.from({ length: Math.min(atOnce, moments - first) }, (_, index) =>
          killAndResume(first + index),
        );
        await Promise.all(batch);
      }
    },
  );

  it('by Ctrl-C is reported, and leaves a readable journal and no lock', async () => {
    const desk = openDesk();
    const running = start(desk, ['polish', desk.manuscript, '--lang', 'en']);
    await journalReaches(desk, 20, running);
    running.child.kill('SIGINT');
    const { code, progress, output } = await running.ended;
    expect({ code, output }).toEqual({ code: 130, output: '' });
    expect(progress).toContain('Interrupted. What was done is recorded; go on with resume.');
    const { output: status } = await runHere(desk, ['status', '--lang', 'en']);
    expect(status).toContain('polish unfinished (resume goes on)');
    expect((await runHere(desk, ['resume', '--wait', '0'])).code).toBe(6);
  });
});

describe('two processes at once', () => {
  it('the second is refused, or waits when it is asked to', async () => {
    const desk = openDesk();
    const options = { mode: 'write', by: 'aki', lockSeconds: 30 } as const;
    const workshop = await openWorkshop(desk.path('.manuscript-check'), options);
    const held = await workshop?.workflow.beginSession({
      episode_number: workshop.episodeOf(desk.manuscript),
      initiator: 'aki',
    });
    const told = await start(desk, ['check', desk.manuscript, '--lang', 'en']).ended;
    expect(told).toMatchObject({ code: 3, output: '' });
    expect(told.progress).toContain('another manuscript-check works on');
    const patient = start(desk, ['check', desk.manuscript, '--lang', 'en', '--wait', '60']);
    await new Promise((resolve) => patient.child.stderr?.once('data', resolve));
    expect((await runHere(desk, ['status'])).output).toContain('まだ何も点検していません');
    if (held !== undefined) await workshop?.workflow.endSession(held);
    const { code, progress } = await patient.ended;
    await workshop?.close();
    expect({ code, progress }).toMatchObject({ code: 6 });
    expect(progress).toContain('waiting for other work to end (at most 60 s)');
  });
});

const script = '/usr/bin/script';
describe.skipIf(!existsSync(script))('at a terminal', () => {
  it('progress is one line drawn over, and questions are asked', () => {
    const desk = openDesk();
    const main = join(import.meta.dirname, '../main.ts');
    const command = `${process.execPath} --conditions=@kanmon/source ${main} polish ${desk.manuscript} --ask --lang en --dir ${desk.path('.d')}`;
    const { stdout, status } = spawnSync(script, ['-qec', command, '/dev/null'], {
      input: 'a\nnonsense\nr\nd\na\na\na\n',
      encoding: 'utf8',
    });
    expect(status).toBe(6);
    expect(stdout).toContain('\r\u001B[2Kchecking (textlint, look 1) …');
    expect(stdout.match(/make this fix \(apply_suggestion\)\?/gu)).toHaveLength(6);
    expect(stdout).toContain('4 resolved this time, 2 deferred');
  });
});
