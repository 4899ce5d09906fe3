import { testHostileGrowth } from '@kanmon/test-support/vitest';
import * as targets from './subjects/hostile.ts';

testHostileGrowth('core', targets, new URL('./subjects/hostile.ts', import.meta.url));
