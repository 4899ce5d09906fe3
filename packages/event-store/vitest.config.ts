import { mergeConfig } from 'vitest/config';
import { packageTests } from '../../config/vitest.ts';

// Real disks, processes and servers: on a busy machine a test may take many times its usual time.
export default mergeConfig(packageTests('event-store'), {
  test: { testTimeout: 30_000, hookTimeout: 60_000 },
});
