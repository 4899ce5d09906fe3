import { defineConfig } from 'tsup';
import { library } from '../../config/tsup.ts';

export default defineConfig(
  library(
    {
      index: 'src/index.ts',
      env: 'src/env.ts',
      openai: 'src/openai.ts',
      'azure-openai': 'src/azure-openai.ts',
      claude: 'src/claude.ts',
      'aws-claude': 'src/aws-claude.ts',
      'ai-sdk': 'src/ai-sdk.ts',
      langchain: 'src/langchain.ts',
      mcp: 'src/mcp.ts',
      'openai-agents': 'src/openai-agents.ts',
      otel: 'src/otel.ts',
      file: 'src/file.ts',
      kit: 'src/kit.ts',
      testing: 'src/testing.ts',
    },
    { rootChunk: true },
  ),
);
