import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library(
    {
      index: 'src/index.ts',
      json: 'src/json.ts',
      gate: 'src/gate.ts',
      http: 'src/http.ts',
      kit: 'src/kit.ts',
      review: 'src/review.ts',
      stream: 'src/stream.ts',
      testing: 'src/testing.ts',
      zod: 'src/zod.ts',
    },
    { rootChunk: true },
  ),
);
