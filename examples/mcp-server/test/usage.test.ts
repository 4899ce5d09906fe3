import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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

  it('answers a port in use and a folder that is a file in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server has a port
    for (const [flag, value, message] of [
      ['--http', String(port), `cannot listen on 127.0.0.1:${port}`],
      ['--data', 'main.ts', '--data takes a folder, got "main.ts"'],
    ] as const) {
      const { code, stderr } = await startProgram('main.ts', [flag, value], { directory }).ended;
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    server.close();
  });
});
