import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    langgraph: 'src/langgraph.ts',
    manuscript: 'src/manuscript.ts',
    reports: 'src/reports.ts',
    sarif: 'src/sarif.ts',
    schemas: 'src/schemas.ts',
    testing: 'src/testing.ts',
    types: 'src/types.ts',
  }),
);
