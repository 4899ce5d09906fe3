import type { Clock, LlmCapabilities, Timer } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';

/** What every adapter lets its owner set once. A request wins over it. */
export interface AdapterDefaults {
  readonly maxOutputTokens?: number;
  /** By provider name, like `LlmRequest.providerOptions`. */
  readonly providerOptions?: Readonly<Record<string, unknown>>;
  /** Corrects what the adapter assumes, e.g. `{ temperature: false }` for a reasoning model. */
  readonly capabilities?: Partial<LlmCapabilities>;
  /** Give the provider's body in `LlmResponse.raw`. @default false */
  readonly raw?: boolean;
  /** Values to keep out of error messages, besides the keys the client itself holds. */
  readonly secrets?: readonly string[];
  /**
   * Longest answer, in bytes where the adapter reads them itself (`createOpenAiCompatibleClient`), else
   * in characters of the text. A longer one is a `protocol` error. @default 33_554_432
   */
  readonly maxResponseBytes?: number;
  /**
   * Name of server and account for `withCache` and `withCassette`, where the adapter cannot read the
   * credentials (Bedrock, AI SDK, key functions) and answers are to be shared between processes.
   */
  readonly identity?: string;
  /** @default systemClock */
  readonly clock?: Clock;
  /** What the deadline waits with. @default systemTimer */
  readonly timer?: Timer;
}

const names: OptionNames<AdapterDefaults> = {
  maxOutputTokens: true,
  providerOptions: true,
  capabilities: true,
  raw: true,
  secrets: true,
  maxResponseBytes: true,
  identity: true,
  clock: true,
  timer: true,
};

const capabilityNames: OptionNames<LlmCapabilities> = {
  jsonSchema: true,
  stream: true,
  temperature: true,
  system: true,
};

/** Throws `InvalidArgumentError` for a member that no adapter knows. */
export function checkDefaults(defaults: AdapterDefaults): void {
  checkOptions(defaults, names, 'defaults');
  checkOptions(defaults.capabilities, capabilityNames, 'defaults.capabilities');
}
