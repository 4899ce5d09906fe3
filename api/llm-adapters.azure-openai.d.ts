import { LlmClient } from '@kanmon/core';
export { AzureOpenAIEmbedderOptions, embedderFromAzureOpenAI } from './embedder-from-open-ai';
export { CreateMethod } from './open-ai-like';

/** Options of `fromAzureOpenAI`. */
interface FromAzureOpenAIOptions {
    /** The name the model was deployed under; Azure asks for it where OpenAI asks for a model. */
    readonly deployment: string;
    /** @default 'chat' */
    readonly api?: OpenAiApi;
    readonly defaults?: AdapterDefaults;
}
/**
 * A client over an `AzureOpenAI` instance of the `openai` package. Provider `azure-openai`.
 *
 * @example
 * const client = fromAzureOpenAI(new AzureOpenAI({ endpoint, apiKey, apiVersion }), { deployment: 'drafts' });
 */
declare function fromAzureOpenAI(client: OpenAILike, options: FromAzureOpenAIOptions): LlmClient;

export { AdapterDefaults, OpenAILike, OpenAiApi, fromAzureOpenAI };
export type { FromAzureOpenAIOptions };

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
