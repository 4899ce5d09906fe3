import { defineConfig } from 'vitest/config';
import { mutationParts } from './config/mutation.ts';
import { packageTests } from './config/vitest.ts';

// The tests of one part only. Stryker has an option for that, but with it changes to what a module does
// while it loads (tables, regular expressions) are never switched on, so that all of them seem to survive.
const name = process.env['KANMON_MUTATION_PART'] ?? '';
const part = mutationParts[name];
if (part === undefined) throw new Error(`KANMON_MUTATION_PART names no part: "${name}"`);

const config = packageTests(name);
export default defineConfig({
  ...config,
  test: { ...config.test, include: [...part.tests], maxWorkers: 1 },
});
