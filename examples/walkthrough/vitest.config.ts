import { mergeConfig } from 'vitest/config';
import { packageTests } from '../../config/vitest.ts';

// Every run of the story writes to one folder, so no two of them may run at once. Projects that
// differ in their number of workers need separate groups.
export default mergeConfig(packageTests('walkthrough'), {
  test: { fileParallelism: false, sequence: { groupOrder: 1 } },
});
