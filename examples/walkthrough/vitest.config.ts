import { mergeConfig } from 'vitest/config';
import { packageTests } from '../../config/vitest.ts';

// Every run of the story writes to one folder, so no two of them may run at once.
export default mergeConfig(packageTests('walkthrough'), { test: { fileParallelism: false } });
