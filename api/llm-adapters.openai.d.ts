import { LlmClient } from '@kanmon/core';
export { OpenAIEmbedderOptions, embedderFromOpenAI } from './embedder-from-open-ai';
export { CreateMethod } from './open-ai-like';

/** Options of `fromOpenAI`. */
interface FromOpenAIOptions {
    readonly model: string;
    /** Chat completions or the Responses API. @default 'chat' */
    readonly api?: OpenAiApi;
    readonly defaults?: AdapterDefaults;
}
/**
 * A client over an instance of the official `openai` package (6 or 7). Provider `openai`.
 *
 * @example
 * const client = fromOpenAI(new OpenAI({ apiKey }), { model: 'gpt-5-mini' });
 */
declare function fromOpenAI(client: OpenAILike, options: FromOpenAIOptions): LlmClient;

export { AdapterDefaults, OpenAILike, OpenAiApi, fromOpenAI };
export type { FromOpenAIOptions };

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

import { Embedder } from '@kanmon/core';

/** The two APIs OpenAI offers for text. */
type OpenAiApi = 'chat' | 'responses';

/** Options of `embedderFromOpenAI`. */
interface OpenAIEmbedderOptions {
    readonly model: string;
    /** Length of the vectors; sent to the API, and checked in every answer. */
    readonly dimensions: number;
    /** Texts of one request. @default 96 */
    readonly batchSize?: number;
}
/** Options of `embedderFromAzureOpenAI`. */
interface AzureOpenAIEmbedderOptions extends Omit<OpenAIEmbedderOptions, 'model'> {
    readonly deployment: string;
}
/** An embedder over an `OpenAI` instance. */
declare function embedderFromOpenAI(client: OpenAILike, options: OpenAIEmbedderOptions): Embedder;
/** An embedder over an `AzureOpenAI` instance. */
declare function embedderFromAzureOpenAI(client: OpenAILike, options: AzureOpenAIEmbedderOptions): Embedder;


export type { AzureOpenAIEmbedderOptions as A, OpenAiApi as O, OpenAIEmbedderOptions as a };

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
