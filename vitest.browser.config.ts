import { defineConfig } from 'vitest/config';

/** Pages in a real Chromium. Apart from the other tests, because it needs a browser on the machine. */
export default defineConfig({
  test: {
    include: ['examples/*/test-browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
