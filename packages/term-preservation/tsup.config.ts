import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    kuromoji: 'src/kuromoji.ts',
    intl: 'src/intl.ts',
    'sudachi-synonyms': 'src/sudachi-synonyms.ts',
    llm: 'src/llm.ts',
    schemas: 'src/schemas.ts',
    testing: 'src/testing.ts',
  }),
);
