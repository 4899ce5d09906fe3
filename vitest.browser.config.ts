import { defineConfig } from 'vitest/config';

/** Pages in a real Chromium. Apart from the other tests, because it needs a browser on the machine. */
export default defineConfig({
  // Packages are tested from their sources.
  resolve: { conditions: ['@kanmon/source'] },
  ssr: { resolve: { conditions: ['@kanmon/source'] } },
  test: {
    include: ['{docs,examples}/*/test-browser/**/*.test.ts'],
    // Each file starts a browser, and those of the studio build its console into one folder.
    fileParallelism: false,
    // A busy machine needs seconds for a step.
    expect: { poll: { timeout: 12_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
