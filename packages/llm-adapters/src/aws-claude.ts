export {
  type BedrockLike,
  type CommandClass,
  type ConverseCommands,
  fromBedrockConverse,
  type FromBedrockConverseOptions,
} from './providers/bedrock.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
