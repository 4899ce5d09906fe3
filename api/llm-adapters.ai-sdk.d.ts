import { LlmClient, LlmError } from '@kanmon/core';

/** Versions of the AI SDK's language model interface that are understood. */
declare const specificationVersions: readonly ["v2", "v3", "v4"];
/** One of those versions: v2 came with AI SDK 5, v3 with 6, v4 with 7. */
type SpecificationVersion = (typeof specificationVersions)[number];
/** What is used of a language model of the AI SDK. Models of v2, v3 and v4 fit. */
interface LanguageModelLike {
    readonly specificationVersion: string;
    readonly provider: string;
    readonly modelId: string;
    doGenerate(options: object): PromiseLike<object>;
    doStream(options: object): PromiseLike<{
        readonly stream: ReadableStream<unknown>;
    }>;
}

/** Options of `fromAiSdk`. */
interface FromAiSdkOptions {
    readonly defaults?: AdapterDefaults;
}
/**
 * A client over a language model of the AI SDK (v2, v3 or v4, from any `@ai-sdk/*` provider). Provider
 * `ai-sdk:<model.provider>`. The schema of a JSON request goes on as it is: the provider package lowers it.
 *
 * @example
 * const client = fromAiSdk(groq('llama-4'));
 */
declare function fromAiSdk(model: LanguageModelLike, options?: FromAiSdkOptions): LlmClient;

/**
 * The language model interface of the AI SDK, as far as `toAiSdk` fills it. Written after the types of
 * `@ai-sdk/provider` 2, 3 and 4 (Apache-2.0), so that nothing has to be imported; the type tests hold
 * them against the originals.
 */
/** Usage of v2: flat numbers. */
interface UsageV2 {
    inputTokens: number | undefined;
    outputTokens: number | undefined;
    totalTokens: number | undefined;
    reasoningTokens?: number | undefined;
    cachedInputTokens?: number | undefined;
}
/** Usage of v3 and v4: totals with their parts. */
interface UsageV3 {
    inputTokens: {
        total: number | undefined;
        noCache: number | undefined;
        cacheRead: number | undefined;
        cacheWrite: number | undefined;
    };
    outputTokens: {
        total: number | undefined;
        text: number | undefined;
        reasoning: number | undefined;
    };
}
/** Reasons that all versions share. */
type UnifiedFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';
/** Finish of v3 and v4. */
interface FinishV3 {
    unified: UnifiedFinish;
    raw: string | undefined;
}
type WarningV2 = {
    type: 'unsupported-setting';
    setting: string;
    details?: string;
} | {
    type: 'other';
    message: string;
};
type WarningV3 = {
    type: 'unsupported';
    feature: string;
    details?: string;
} | {
    type: 'other';
    message: string;
};
/** What differs between the versions. */
interface VersionedParts {
    v2: {
        usage: UsageV2;
        finish: UnifiedFinish;
        warning: WarningV2;
    };
    v3: {
        usage: UsageV3;
        finish: FinishV3;
        warning: WarningV3;
    };
    v4: {
        usage: UsageV3;
        finish: FinishV3;
        warning: WarningV3;
    };
}
/** Our own metadata, for what an interface version has no place for. */
type KanmonMetadata = Record<string, Record<string, string>>;
interface ResponseMetadata {
    id?: string;
    modelId?: string;
}
/** What `doGenerate` gives. */
interface GenerateResult<V extends keyof VersionedParts> {
    content: {
        type: 'text';
        text: string;
    }[];
    finishReason: VersionedParts[V]['finish'];
    usage: VersionedParts[V]['usage'];
    providerMetadata?: KanmonMetadata;
    response?: ResponseMetadata;
    warnings: VersionedParts[V]['warning'][];
}
/** Parts of the stream that `doStream` gives. */
type StreamPart<V extends keyof VersionedParts> = {
    type: 'stream-start';
    warnings: VersionedParts[V]['warning'][];
} | ({
    type: 'response-metadata';
} & ResponseMetadata) | {
    type: 'text-start';
    id: string;
} | {
    type: 'text-delta';
    id: string;
    delta: string;
} | {
    type: 'text-end';
    id: string;
} | {
    type: 'finish';
    finishReason: VersionedParts[V]['finish'];
    usage: VersionedParts[V]['usage'];
    providerMetadata?: KanmonMetadata;
} | {
    type: 'error';
    error: unknown;
};
/** A language model as `toAiSdk` makes it; usable wherever the AI SDK takes one of its version. */
interface AiSdkModel<V extends keyof VersionedParts> {
    readonly specificationVersion: V;
    readonly provider: string;
    readonly modelId: string;
    readonly supportedUrls: Record<string, RegExp[]>;
    doGenerate(options: object): Promise<GenerateResult<V>>;
    doStream(options: object): Promise<{
        stream: ReadableStream<StreamPart<V>>;
    }>;
}

/** Options of `toAiSdk`. */
interface ToAiSdkOptions<V extends SpecificationVersion = SpecificationVersion> {
    /** v2 for AI SDK 5, v3 for 6, v4 for 7. @default 'v4' */
    readonly specificationVersion?: V;
}
/**
 * A language model of the AI SDK over a client, with all its decorators. Text only: other parts and tools
 * are refused. An `LlmError` is thrown as what the AI SDK expects of a failed API call.
 *
 * @example
 * const { text } = await generateText({ model: toAiSdk(client), prompt: 'hello' });
 */
declare function toAiSdk(client: LlmClient, options?: ToAiSdkOptions<'v4'>): AiSdkModel<'v4'>;
declare function toAiSdk<V extends SpecificationVersion>(client: LlmClient, options: ToAiSdkOptions<V> & {
    readonly specificationVersion: V;
}): AiSdkModel<V>;

/**
 * A failed call with the fields of the AI SDK's `APICallError`, which its retries look at; the original is
 * the cause. Recognized by `APICallError.isInstance` through the registered symbols that it asks for.
 */
declare class AiSdkCallError extends Error {
    readonly name: string;
    readonly url: string;
    readonly requestBodyValues: Readonly<Record<string, unknown>>;
    readonly statusCode: number | undefined;
    readonly responseHeaders: Readonly<Record<string, string>>;
    readonly isRetryable: boolean;
    constructor(error: LlmError);
}

export { AdapterDefaults, AiSdkCallError, fromAiSdk, toAiSdk };
export type { AiSdkModel, FromAiSdkOptions, LanguageModelLike, SpecificationVersion, ToAiSdkOptions };

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
