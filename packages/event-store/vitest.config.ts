import { mergeConfig } from 'vitest/config';
import { packageTests } from '../../config/vitest.ts';

/** Tests of `pnpm test:long` only. */
const longTests = process.env['KANMON_LONG'] === undefined ? ['test/pglite.test.ts'] : [];

export default mergeConfig(packageTests('event-store'), {
  test: { globalSetup: 'test/support/cluster-folder.ts', exclude: longTests },
});
