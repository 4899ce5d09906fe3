import { testHostileGrowth } from '@kanmon/test-support/vitest';
import * as targets from './subjects/hostile.ts';

testHostileGrowth('multistep-planner', targets, new URL('./subjects/hostile.ts', import.meta.url));
