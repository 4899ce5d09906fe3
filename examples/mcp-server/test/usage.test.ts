import { startProgram } from '@kanmon/example-shared/testing';
import { describe, expect, it } from 'vitest';

const directory = new URL('..', import.meta.url).pathname;

describe('the command line', () => {
  it.each([
    ['--help', true],
    ['-h', false],
  ])('prints its usage: %s, from sources: %s', async (flag, fromSources) => {
    const started = startProgram('main.ts', [flag], { directory, fromSources });
    const { code, stdout, stderr } = await started.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^usage: kanmon-mcp .*--http <port>.*\n$/);
  });

  it('answers what it does not know in one line', async () => {
    const { code, stderr } = await startProgram('main.ts', ['--htpp', '1'], { directory }).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/'--htpp'.*; usage: kanmon-mcp .*\n$/);
  });
});
