export { fromAnthropic, type FromAnthropicOptions } from './claude/from-anthropic.ts';
export type { AnthropicLike } from './claude/anthropic-like.ts';
export type { CreateMethod } from './openai/open-ai-like.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
