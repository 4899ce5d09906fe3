import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpServer } from '../src/client/start-server.ts';
import expectations from './conformance.json' with { type: 'json' };

interface Result {
  readonly passed: number;
  readonly failures: readonly string[];
}

const runner = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** Everything that may excuse a failure: what the runner asked for is a thing this server does not claim. */
const excuses =
  /not found|Not testable|Method not found|Expected InputRequiredResult|Prerequisite failed/u;

/** Runs every server scenario of a revision, as the runner knows them, against a server of ours. */
async function runScenarios(url: string, revision: string): Promise<Map<string, Result>> {
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-conformance-'));
  try {
    const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision];
    const child = spawn(process.execPath, [runner, ...args, '-o', folder], { stdio: 'ignore' });
    await new Promise((resolve) => {
      child.once('exit', resolve);
    });
    return new Map(
      readdirSync(folder).map((name) => {
        const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as {
          readonly status: string;
          readonly errorMessage?: string;
        }[];
        return [
          name.replace(/^server-/u, '').replace(/-\d{4}-\d\d-\d\dT.*$/u, ''),
          {
            passed: checks.filter(({ status }) => status === 'SUCCESS').length,
            failures: checks.flatMap(({ status, errorMessage = '' }) =>
              status === 'FAILURE' ? [errorMessage] : [],
            ),
          },
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each(['2025-11-25', '2026-07-28'] as const)('the conformance runner, %s', (revision) => {
  const expected = expectations[revision];
  let server: HttpProcess;
  let results: Map<string, Result>;

  beforeAll(async () => {
    server = await startHttpServer([]);
    results = await runScenarios(server.url.replace('127.0.0.1', 'localhost'), revision);
  });

  afterAll(async () => {
    await server.stop();
  });

  it('passes every scenario that applies, with this number of checks', () => {
    const passed = Object.keys(expected.passed).map((name) => [name, results.get(name)?.passed]);
    expect(Object.fromEntries(passed)).toEqual(expected.passed);
  });

  it('fails only scenarios that it is listed as not offering', () => {
    const failing = [...results].filter(([, { failures }]) => failures.length > 0);
    const excused = [
      ...Object.keys(expected.untestable),
      ...expected['not offered'],
      ...expected['needs a tool of the reference server'],
    ];
    expect(failing.map(([name]) => name).toSorted()).toEqual(excused.toSorted());
    const messages = failing.flatMap(([, { failures }]) => failures);
    expect(messages.filter((message) => !excuses.test(message))).toEqual([]);
    const untestable = Object.keys(expected.untestable).map((name) => [
      name,
      results.get(name)?.failures.length,
    ]);
    expect(Object.fromEntries(untestable)).toEqual(expected.untestable);
  });

  it('knows every scenario of the runner', () => {
    const known = [
      ...Object.keys(expected.passed),
      ...expected['nothing to test'],
      ...expected['not offered'],
      ...expected['needs a tool of the reference server'],
    ];
    expect([...results.keys()].toSorted()).toEqual(known.toSorted());
  });
});
