import { defineConfig } from 'vitest/config';

/** The tests of one folder, with what it builds once for them. */
const pages = (root: string, globalSetup: readonly string[] = []) => ({
  extends: true as const,
  test: {
    name: root,
    include: [`${root}/test-browser/**/*.test.ts`],
    globalSetup: [...globalSetup],
  },
});

/** Pages in a real Chromium. Apart from the other tests, because it needs a browser on the machine. */
export default defineConfig({
  // Packages are tested from their sources.
  resolve: { conditions: ['@kanmon/source'] },
  ssr: { resolve: { conditions: ['@kanmon/source'] } },
  test: {
    projects: [
      pages('docs/site', ['docs/site/test-browser/build.ts']),
      pages('examples/studio', ['examples/studio/test-browser/build.ts']),
      pages('examples/walkthrough'),
    ],
    // Each file starts a browser, a server and what it serves.
    maxWorkers: 2,
    // A busy machine needs seconds for a step.
    expect: { poll: { timeout: 12_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
