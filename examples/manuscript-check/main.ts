#!/usr/bin/env -S node --conditions=@kanmon/source
import { runCommand } from './src/cli/run-command.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The second one is not waited for: the journal can be read after any moment.
    process.once(signal, () => process.exit(130));
    interruption.abort(new Error(`got ${signal}`));
  });
}

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  progress: process.stderr,
  interactive: process.stdin.isTTY && process.stderr.isTTY,
  signal: interruption.signal,
});
