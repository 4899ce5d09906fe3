import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    file: 'src/file.ts',
    sqlite: 'src/sqlite.ts',
    postgres: 'src/postgres.ts',
    testing: 'src/testing.ts',
  }),
);
