import { UsageError } from '@kanmon/example-shared/usage-error';
import { parseCommand, usage } from './src/arguments.ts';
import { chat } from './src/chat.ts';
import { exitCodes } from './src/exit-codes.ts';
import { replay } from './src/replay.ts';
import { serve, serveCrew } from './src/serve.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
const { signal } = stop;
const { stdin: input, stdout: output, stderr: error, env } = process;

try {
  process.exitCode = await run();
} catch (problem) {
  if (!UsageError.isInstance(problem)) throw problem;
  error.write(`${problem.message}\n`);
  process.exitCode = exitCodes.usage;
}

async function run(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (command === 'help') {
    output.write(usage);
    return exitCodes.done;
  }
  const streams = { input, output, error, signal, interrupt: () => stop.abort() };
  if (command.name === 'chat') return chat(command, env, streams);
  if (command.name === 'serve') return serve(command, env, streams);
  if (command.name === 'crew') return serveCrew(command, streams);
  return replay(command, output);
}
