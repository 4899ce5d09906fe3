import { join } from 'node:path';
import { type StartedProgram, startProgram } from '@kanmon/example-shared/testing';
import { onTestFinished } from 'vitest';

/** The folder of the program. */
export const directory = join(import.meta.dirname, '..');

/** A studio as a process. */
export interface StartedStudio extends StartedProgram {
  readonly url: string;
  readonly token: string;
}

/** Starts the studio as a user does, and returns its address and token. */
export async function startStudio(
  data: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<StartedStudio> {
  const program = startProgram('main.ts', ['--port', '0', '--data', data], {
    directory,
    variables,
  });
  onTestFinished(() => {
    program.child.kill('SIGKILL');
  });
  const shown = await new Promise<string>((resolve, reject) => {
    program.child.stdout.on('data', () => {
      const { stdout } = program.shown();
      if (/#token=\S+\n/.test(stdout)) resolve(stdout);
    });
    void program.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  const [, url = '', token = ''] = /(http:\S+?)\/#token=(\S+)/.exec(shown) ?? [];
  return { ...program, url, token };
}
