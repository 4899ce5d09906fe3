import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

// The closing line of a CI run, summed over the JSON reports of the test runners named as arguments.
// `--skipped=N` counts steps that could not run on this machine. `--failed-step`: the run ended early, so there
// is one failure at least, and reports may be missing; without it a missing report is an error.
interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const args = process.argv.slice(2);
const endedEarly = args.includes('--failed-step');
const total = { passed: 0, failed: 0, skipped: 0 };
for (const argument of args) {
  if (argument === '--failed-step') continue;
  if (argument.startsWith('--skipped=')) {
    total.skipped += Number(argument.slice('--skipped='.length));
    continue;
  }
  const report = readReport(argument);
  if (report === undefined) continue;
  total.passed += report.numPassedTests;
  total.failed += failures(report);
  total.skipped += report.numPendingTests + report.numTodoTests;
}
if (endedEarly) total.failed = Math.max(total.failed, 1);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function readReport(file: string): Report | undefined {
  const path = join(root, file);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Report;
  if (endedEarly) return undefined;
  throw new Error(`${file} is missing: its test run did not report`);
}

/** Files that failed as a whole (they did not load, or their set-up broke) count as one; so does what has no name. */
function failures({ success, numFailedTests, testResults }: Report): number {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const known = numFailedTests + broken.length;
  return success ? known : Math.max(known, 1);
}
