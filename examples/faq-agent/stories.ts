import { parseArgs } from 'node:util';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { exitCodes } from './src/exit-codes.ts';
import { readStory } from './src/story/read-story.ts';
import { tellStory } from './src/story/tell-story.ts';

/**
 * Plays the stories, in Japanese and in English, and checks each turn against the lines of
 * `stories/*.jsonl`. Exit codes: 0 all as written, 1 not, 2 usage. With a provider in the environment
 * the model plans and answers; what depends on its wording is then reported, not asserted.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : ['ja', 'en'];
let isKept = true;
for (const name of names) {
  try {
    const kept = await tellStory(readStory(name), {
      environment: process.env,
      output: process.stdout,
      json: values.json,
    });
    isKept &&= kept;
  } catch (error) {
    if (!UsageError.isInstance(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(exitCodes.usage);
  }
}
process.exitCode = isKept ? exitCodes.done : exitCodes.failed;
