import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    schemas: 'src/schemas.ts',
    analysis: 'src/analysis.ts',
    audit: 'src/audit.ts',
    'draft-journal': 'src/draft-journal.ts',
    legacy: 'src/legacy.ts',
    html: 'src/html.ts',
    url: 'src/url.ts',
    file: 'src/file.ts',
    pdf: 'src/pdf.ts',
    http: 'src/http.ts',
    jwt: 'src/jwt.ts',
    testing: 'src/testing.ts',
  }),
);
