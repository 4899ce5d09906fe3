import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A studio in a separate process. */
export interface StartedStudio {
  readonly url: string;
  readonly pid: number;
  /** Headers of a request in the name of the developer. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the studio over the SQLite file of a folder, with the log that it has by default. */
export async function startStudio(data: string, flags: readonly string[]): Promise<StartedStudio> {
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv.filter((option) => /^--(?:conditions|cpu-prof)/.test(option)),
      join(import.meta.dirname, '../../../examples/studio/main.ts'),
      '--port=0',
      `--data=${data}`,
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const { url, token } = await addressOf(child);
  return {
    url,
    pid: child.pid ?? 0,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function addressOf({ stdout }: ChildProcess): Promise<{ url: string; token: string }> {
  return new Promise((resolve, reject) => {
    let shown = '';
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      // The log goes on for the whole run; only its begin is needed.
      if (shown.length > 100_000) return;
      shown += text;
      const [, url, token] = /(http:\S+?)\/#token=(\S+)\n/.exec(shown) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
    stdout?.on('end', () => reject(new Error(`the studio ended: ${shown}`)));
  });
}
