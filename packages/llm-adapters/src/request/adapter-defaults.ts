import type { Clock, LlmCapabilities, Timer } from '@kanmon/core';

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
  /** @default systemClock */
  readonly clock?: Clock;
  /** What the deadline waits with. @default systemTimer */
  readonly timer?: Timer;
}
