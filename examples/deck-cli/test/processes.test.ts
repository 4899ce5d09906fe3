import { isLongRun } from '@kanmon/test-support';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer } from '@kanmon/example-shared/testing';
import { askDeck, folder, runDeck, startDeck } from './run-deck.ts';
import { spec, useWorkingFolder } from './working-folder.ts';

const place = useWorkingFolder();

const rounds = isLongRun ? 40 : 2;
const manyCards = 300;
const children: ChildProcess[] = [];
afterEach(() => {
  // Stops processes that a failed test left running.
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('a run that is killed', () => {
  it('has written all of its cards or none, and the next one goes on', async () => {
    const sections = Array.from(
      { length: manyCards },
      (_, index) => `# 節 ${index} {#s${index}}\n本文 ${index}\n`,
    );
    writeFileSync(place.at('many.md'), sections.join('\n'));
    const whole = await timed(
      startDeck(place.path, ['import', 'many.md', '--deck', 'whole']).ended,
    );
    expect(whole.ending.code).toBe(0);
    for (let round = 0; round < rounds; round += 1) {
      const name = `killed-${round}`;
      const { child, ended } = startDeck(place.path, ['import', 'many.md', '--deck', name]);
      // From half of its time on: that is where it reads, writes and closes.
      await Promise.race([sleep(whole.ms * (0.5 + round / (2 * rounds))), ended]);
      child.kill('SIGKILL');
      await ended;
      const found = await askDeck(place.path, ['list', '--deck', name]);
      const count = Array.isArray(found['cards']) ? found['cards'].length : 0;
      expect([0, manyCards]).toContain(count);
      const again = await runDeck(place.path, ['import', 'many.md', '--deck', name, '--update']);
      expect(again).toMatchObject({ code: 0 });
      expect((await askDeck(place.path, ['list', '--deck', name]))['cards']).toHaveLength(
        manyCards,
      );
    }
    expect(await journalIsWhole(place.path)).toBe(true);
  });

  it('by Ctrl-C ends with 130 and leaves a readable store', async () => {
    const server = await startModelServer(() => new Promise(() => {})); // it never answers
    await runDeck(place.path, ['draft', spec, '--limit', '1']);
    const { child, ended } = startDeck(
      place.path,
      ['draft', spec, '--deck', 'slow'],
      server.variables,
    );
    while (server.asked.length === 0) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: 'interrupted\n' });
    server.close();
    expect(await runDeck(place.path, ['list', '--deck', 'slow'])).toMatchObject({ code: 2 });
    expect((await runDeck(place.path, ['list'])).stdout).toContain('cover');
    expect(await journalIsWhole(place.path)).toBe(true);
  });
});

describe('deck serve', () => {
  it('serves the deck to the one with the token, keeps what it acknowledged when killed, and ends in order', async () => {
    await runDeck(place.path, ['draft', spec]);
    const first = await startServer(place.path);
    const { url, headers } = first;
    const cards = await fetch(`${url}/content/cards?spec_id=deck`);
    expect(cards.status).toBe(401);
    const shown = await fetch(`${url}/content/cards/payment?spec_id=deck`, { headers });
    const approved = await fetch(`${url}/content/cards/payment/approve?spec_id=deck`, {
      method: 'POST',
      headers: { ...headers, 'if-match': shown.headers.get('etag') ?? '', 'x-request-id': 'r1' },
    });
    expect(approved.status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await runDeck(place.path, ['show', 'payment'])).stdout).toContain('承認者: hanako');

    const second = await startServer(place.path);
    second.child.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(await runDeck(place.path, ['export', '--only', 'approved'])).toMatchObject({ code: 0 });
    expect(await runDeck(place.path, ['verify'])).toMatchObject({ code: 0 });
  });
});

const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

describe.skipIf(!hasScript)('at a terminal', () => {
  it('draws a bar, asks about each card, and writes each decision', async () => {
    const drafted = startAtTerminal(place.path, ['draft', spec]);
    expect(await drafted.ended).toBe(0);
    expect(drafted.text()).toContain('█');
    expect(drafted.text()).not.toContain('[1/3]');

    const review = startAtTerminal(place.path, ['review', 'cover', 'payment', '--as', 'hanako']);
    await review.until('どうしますか');
    review.press('\r'); // the first choice: approve
    await review.until('B  payment');
    review.press('\u0003'); // Ctrl-C at the next question, or just before it
    expect(await review.ended).toBe(0);
    const { stdout } = await runDeck(place.path, ['list']);
    expect(stdout).toMatch(/A {2}承認 {2}cover/);
    expect(stdout).toMatch(/B {2}草案 {2}payment/);
  });
});

async function timed<T>(work: Promise<T>): Promise<{ ending: T; ms: number }> {
  const began = performance.now();
  const ending = await work;
  return { ending, ms: performance.now() - began };
}

async function journalIsWhole(directory: string): Promise<boolean | undefined> {
  const { parts } = (await askDeck(directory, ['doctor'])) as {
    parts: { name: string; present: boolean }[];
  };
  return parts.find(({ name }) => name === '.deck')?.present;
}

async function startServer(directory: string) {
  const started = startDeck(directory, ['serve', '--port', '0', '--as', 'hanako', '--json']);
  children.push(started.child);
  const line = await firstLine(started.child);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { ...started, url, headers: { authorization: `Bearer ${token}`, 'x-actor': 'hanako' } };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('close', () => reject(new Error('the server ended without a line')));
  });
}

/** A run under a pseudo-terminal of `script`. */
function startAtTerminal(directory: string, args: readonly string[]) {
  const command = [
    process.execPath,
    '--conditions=@kanmon/source',
    join(folder, 'main.ts'),
    ...args,
  ];
  // `exec`: a shell in between would get Ctrl-C too, and some shells then end with 130 whatever the program returned.
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${quoted}`, '/dev/null'], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['KANMON_CHILD_COMPILE_CACHE'],
      TERM: 'xterm',
    },
  });
  children.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    text: () => text,
    press: (keys: string) => void child.stdin.write(keys),
    async until(wanted: string, times = 1) {
      const deadline = Date.now() + 20_000;
      while (text.split(wanted).length <= times) {
        if (Date.now() > deadline) throw new Error(`the terminal never showed ${wanted}: ${text}`);
        await sleep(20);
      }
    },
    ended: new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    }),
  };
}
