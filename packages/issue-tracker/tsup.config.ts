import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    langgraph: 'src/langgraph.ts',
    sarif: 'src/sarif.ts',
    testing: 'src/testing.ts',
  }),
);
