import { safeText } from '@kanmon/example-shared/safe-text';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { asksForHelp, parseStoryArguments, usage } from './src/frame/arguments.ts';
import { runStory } from './src/frame/story.ts';
import { steps } from './src/steps/index.ts';

/** 0: the story kept its promises. 1: it did not. 2: it could not start with what it was given. */
const exitCodes = { kept: 0, broken: 1, usage: 2 } as const;

try {
  // A package manager runs scripts in the folder of the package and passes the user's folder here.
  const directory = process.env['INIT_CWD'] ?? process.cwd();
  const argv = process.argv.slice(2);
  if (asksForHelp(argv)) {
    process.stdout.write(`${usage}\n`);
  } else {
    const options = parseStoryArguments(argv, steps, directory);
    const kept = await runStory(steps, options, process.env);
    process.exitCode = kept ? exitCodes.kept : exitCodes.broken;
  }
} catch (error) {
  if (!UsageError.isInstance(error)) throw error;
  process.stderr.write(`${safeText(error.message)}\n`);
  process.exitCode = exitCodes.usage;
}
