export {
  fromBedrockConverse,
  type FromBedrockConverseOptions,
} from './bedrock/from-bedrock-converse.ts';
export type { BedrockLike, CommandClass, ConverseCommands } from './bedrock/bedrock-like.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
