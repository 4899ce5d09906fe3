import { LlmClient } from '@kanmon/core';

/** What is used of a Bedrock client. `BedrockRuntimeClient` of @aws-sdk/client-bedrock-runtime 3 fits. */
interface BedrockLike {
    send(command: object, options?: object): Promise<unknown>;
}
/** A command class of the AWS SDK. Its input type is the SDK's own, so here it is not looked at. */
type CommandClass = new (input: never) => object;
/** The command classes to send; without `ConverseStream` the client has no `stream`. */
interface ConverseCommands {
    readonly Converse: CommandClass;
    readonly ConverseStream?: CommandClass;
}

/** Options of `fromBedrockConverse`. */
interface FromBedrockConverseOptions {
    /** A model id or the ARN of an inference profile. */
    readonly modelId: string;
    readonly commands: ConverseCommands;
    readonly defaults?: AdapterDefaults;
}
/**
 * A client over `BedrockRuntimeClient` and its Converse commands, which are passed in so that nothing
 * imports the SDK. Provider `aws-claude`. The client keeps its own retry settings: build it with
 * `maxAttempts: 1` when a decorator retries. Models without structured output need
 * `defaults.capabilities.jsonSchema: 'prompt'`.
 *
 * @example
 * const client = fromBedrockConverse(new BedrockRuntimeClient({ region, maxAttempts: 1 }), {
 *   modelId, commands: { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand } });
 */
declare function fromBedrockConverse(client: BedrockLike, options: FromBedrockConverseOptions): LlmClient;

export { AdapterDefaults, fromBedrockConverse };
export type { BedrockLike, CommandClass, ConverseCommands, FromBedrockConverseOptions };

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
