export type { AdapterDefaults };
export type { BedrockLike };
export type { CommandClass };
export type { ConverseCommands };
export type { FromBedrockConverseOptions };
export { fromBedrockConverse };
