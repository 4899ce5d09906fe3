export {
  type AnthropicLike,
  fromAnthropic,
  type FromAnthropicOptions,
} from './providers/claude.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
export type { CreateMethod } from './wire/sdk-client.ts';
