import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Runs a module in a separate Node process, which ends when nothing keeps it alive. */
const runProgram = async (body: string): Promise<string> => {
  const source = `
    import { createMemoryEventStore } from '@kanmon/core';
    import { createWorkflowStateStore } from './src/index.ts';
    const workflow = createWorkflowStateStore({ store: createMemoryEventStore() });
    const session = await workflow.beginSession({ episode_number: 1, initiator: 'aki' });
    ${body}
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@kanmon/source', '--input-type=module', '--eval', source],
    { cwd: new URL('../../', import.meta.url).pathname, timeout: 60_000 },
  );
  return stdout;
};

describe('a process with an open session', () => {
  it('ends when its work is done', async () => {
    expect(await runProgram(`console.log('done', session.version);`)).toBe('done 1\n');
  }, 90_000);

  it('stays alive while it waits for a lock', async () => {
    const program = `
      setTimeout(() => workflow.endSession(session), 300).unref();
      const next = await workflow.beginSession({ episode_number: 1, initiator: 'ben' }, { waitMs: 20_000 });
      console.log('next', next.version);
    `;
    expect(await runProgram(program)).toBe('next 1\n');
  }, 90_000);
});
