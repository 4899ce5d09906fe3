import { testHostileGrowth } from '@kanmon/test-support/vitest';
import * as targets from './subjects/hostile.ts';

testHostileGrowth('content-cards', targets, new URL('./subjects/hostile.ts', import.meta.url));
