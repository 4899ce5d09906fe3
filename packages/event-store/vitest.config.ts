import { mergeConfig } from 'vitest/config';
import { packageTests } from '../../config/vitest.ts';

export default mergeConfig(packageTests('event-store'), {
  test: { globalSetup: 'test/support/cluster-folder.ts' },
});
