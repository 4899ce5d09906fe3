export type { AdapterDefaults };
export type { AnthropicLike };
export type { CreateMethod };
export type { FromAnthropicOptions };
export { fromAnthropic };
