import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library(
    {
      index: 'src/index.ts',
      schemas: 'src/schemas.ts',
      parts: 'src/parts.ts',
      http: 'src/http.ts',
      testing: 'src/testing.ts',
    },
    { rootChunk: true },
  ),
);
