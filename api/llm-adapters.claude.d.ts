import { LlmClient } from '@kanmon/core';

/**
 * What is used of an Anthropic client. `Anthropic` of @anthropic-ai/sdk 1, `AnthropicBedrock` and
 * `AnthropicAws` fit.
 */
interface AnthropicLike {
    readonly messages: CreateMethod;
}

/** Options of `fromAnthropic`. */
interface FromAnthropicOptions {
    readonly model: string;
    /** Anthropic requires a limit with every call; a request's own wins. */
    readonly maxOutputTokens: number;
    readonly defaults?: AdapterDefaults;
}
/**
 * A client over an instance of `@anthropic-ai/sdk` 1, `AnthropicBedrock` or `AnthropicAws`. Provider
 * `claude`. Temperature is dropped with a warning unless `defaults.capabilities` says otherwise: the
 * current models refuse it.
 *
 * @example
 * const client = fromAnthropic(new Anthropic({ apiKey }), { model: 'claude-sonnet-5-5', maxOutputTokens: 4096 });
 */
declare function fromAnthropic(client: AnthropicLike, options: FromAnthropicOptions): LlmClient;

export { AdapterDefaults, CreateMethod, fromAnthropic };
export type { AnthropicLike, FromAnthropicOptions };

/**
 * One method of an SDK: a body and per-call options in, a promise out. A method signature, so that the
 * SDKs' narrower parameter types fit (method parameters compare in both directions).
 */
interface CreateMethod {
    create(body: object, options?: object): PromiseLike<unknown>;
}
/** What is used of an OpenAI client. The classes `OpenAI` and `AzureOpenAI` of openai 6 and 7 fit. */
interface OpenAILike {
    readonly chat?: {
        readonly completions: CreateMethod;
    };
    readonly responses?: CreateMethod;
    readonly embeddings?: CreateMethod;
}

export type { CreateMethod as C, OpenAILike as O };

import { LlmCapabilities, Clock, Timer } from '@kanmon/core';

/** What every adapter lets its owner set once. A request wins over it. */
interface AdapterDefaults {
    readonly maxOutputTokens?: number;
    /** By provider name, like `LlmRequest.providerOptions`. */
    readonly providerOptions?: Readonly<Record<string, unknown>>;
    /** Corrects what the adapter assumes, e.g. `{ temperature: false }` for a reasoning model. */
    readonly capabilities?: Partial<LlmCapabilities>;
    /** Give the provider's body in `LlmResponse.raw`. @default false */
    readonly raw?: boolean;
    /** Values to keep out of error messages, besides the keys the client itself holds. */
    readonly secrets?: readonly string[];
    /** @default systemClock */
    readonly clock?: Clock;
    /** What the deadline waits with. @default systemTimer */
    readonly timer?: Timer;
}

export type { AdapterDefaults as A };
