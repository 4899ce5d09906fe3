export type { LlmClient } from './ports/llm-client.ts';
