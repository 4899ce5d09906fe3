import { UsageError } from '@kanmon/example-shared/usage-error';
import { serveStudio } from './src/serve-studio.ts';
import { readSettings, usage } from './src/settings.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === 'help') process.stdout.write(usage);
  else await serveStudio(settings, process.env, { output: process.stdout, signal: stop.signal });
} catch (problem) {
  if (!UsageError.isInstance(problem)) throw problem;
  process.stderr.write(`${problem.message}\n`);
  process.exitCode = 2;
}
