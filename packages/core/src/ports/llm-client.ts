import type { JsonSchema } from '../vocabulary/json-value.ts';

/** One turn of a conversation with a model. */
export interface LlmMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The form of the answer. A provider that cannot enforce it reports that in `warnings`. */
export type LlmOutput =
  | { readonly type: 'text' }
  | { readonly type: 'json'; readonly schema?: JsonSchema; readonly name?: string };

/** One neutral request. Only what the caller sets is sent. */
export interface LlmRequest {
  readonly messages: readonly LlmMessage[];
  /** Wins over the client's own model. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly stop?: readonly string[];
  readonly output?: LlmOutput;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Raw options by provider name, for settings that the neutral request does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>>;
}

/** Tokens as the provider counted them. What it did not report is absent, never 0. */
export interface LlmUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of `inputTokens`: read from the provider's cache. */
  readonly cachedInputTokens?: number;
  /** Part of `inputTokens`: written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Part of `outputTokens`. */
  readonly reasoningTokens?: number;
}

/** Why the model stopped. */
export type LlmFinish = 'stop' | 'length' | 'content-filter' | 'refusal' | 'tool-calls' | 'other';

/** A model's answer: a claim, not a fact. */
export interface LlmResponse {
  readonly text: string;
  readonly finish: LlmFinish;
  readonly usage: LlmUsage;
  readonly provider: string;
  readonly model: string;
  readonly id?: string;
  readonly latencyMs: number;
  readonly warnings: readonly string[];
  /** Set by a cache: what the answer cost when it was made. Nothing was spent now, and `usage` is empty. */
  readonly cachedUsage?: LlmUsage;
  readonly raw?: unknown;
}

/** One event of a streamed answer; the last one is `end`. */
export type LlmEvent =
  | {
      readonly type: 'delta';
      readonly text: string;
      /** The tokens of the prompt, with the first delta of a provider that counts them before it writes. */
      readonly usage?: LlmUsage;
    }
  | { readonly type: 'end'; readonly response: LlmResponse };

/** The limits of one call. */
export interface LlmCallOptions {
  readonly signal?: AbortSignal;
  /** Epoch milliseconds, shared by every layer of a call. */
  readonly deadline?: number;
}

/** The features that a client has natively. */
export interface LlmCapabilities {
  /** `native`: the schema is enforced; `json-object`: only JSON is; `prompt`: neither. */
  readonly jsonSchema: 'native' | 'json-object' | 'prompt';
  readonly stream: boolean;
  readonly temperature: boolean;
  readonly system: 'message' | 'field';
}

/** The one port to a model. A failed call throws an `LlmError`. */
export interface LlmClient {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: LlmCapabilities;
  generate(request: LlmRequest, options?: LlmCallOptions): Promise<LlmResponse>;
  stream?(request: LlmRequest, options?: LlmCallOptions): AsyncIterable<LlmEvent>;
}
