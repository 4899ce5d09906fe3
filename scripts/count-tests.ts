import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

// The closing line of a CI run, summed over the JSON reports of the test runners named as arguments.
// `--skipped=N` counts steps that could not run on this machine.
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  if (file.startsWith('--skipped=')) {
    total.skipped += Number(file.slice('--skipped='.length));
    continue;
  }
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`${file} is missing: its test run did not report`);
  const report = JSON.parse(readFileSync(path, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  };
  total.passed += report.numPassedTests;
  total.failed += report.numFailedTests;
  total.skipped += report.numPendingTests + report.numTodoTests;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
