import {
  type Clock,
  type LlmCapabilities,
  LlmError,
  systemClock,
  systemTimer,
  type Timer,
} from '@kanmon/core';
import {
  checkArgument,
  checkFlags,
  checkOneOf,
  checkPorts,
  optionError,
  portMethods,
} from '@kanmon/core/kit';
import { checkOptions, checkNumbers } from './check-options.ts';

/** Settings that every adapter takes once. A request wins over them. */
export interface AdapterDefaults {
  readonly maxOutputTokens?: number;
  /** By provider name, like `LlmRequest.providerOptions`. */
  readonly providerOptions?: Readonly<Record<string, unknown>>;
  /** Corrects what the adapter assumes, e.g. `{ temperature: false }` for a reasoning model. */
  readonly capabilities?: Partial<LlmCapabilities>;
  /** Put the provider's body into `LlmResponse.raw`. @default false */
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

/** Returns clock and timer of some options, and the clock's milliseconds. Throws `InvalidArgumentError` for others. */
export function timeOf(options: Pick<AdapterDefaults, 'clock' | 'timer'>) {
  const { clock = systemClock, timer = systemTimer } = options;
  checkPorts({ clock, timer }, portMethods);
  return { clock, timer, now: (): number => clock.now().getTime() };
}

/** Capabilities of most providers. */
const usualCapabilities: LlmCapabilities = {
  jsonSchema: 'native',
  stream: true,
  temperature: true,
  system: 'message',
};

/** Throws `InvalidArgumentError` for a member that no adapter knows, or that is invalid. */
export function checkDefaults(defaults: AdapterDefaults): void {
  const names =
    'maxOutputTokens providerOptions capabilities raw secrets maxResponseBytes identity clock timer';
  checkOptions(defaults, names, 'defaults');
  const { capabilities = {}, raw, maxOutputTokens = 1, providerOptions = {}, identity } = defaults;
  if (!Number.isInteger(maxOutputTokens) || maxOutputTokens < 1) {
    throw optionError('defaults.maxOutputTokens', 'a whole number of at least 1', maxOutputTokens);
  }
  checkArgument('defaults.providerOptions', 'an object', providerOptions);
  if (identity !== undefined) checkArgument('defaults.identity', 'a text', identity);
  checkOptions(capabilities, 'jsonSchema stream temperature system', 'defaults.capabilities');
  const { stream, temperature, jsonSchema, system } = capabilities;
  checkOneOf('defaults.capabilities.jsonSchema', jsonSchema, 'native json-object prompt');
  checkOneOf('defaults.capabilities.system', system, 'message field');
  checkFlags({ raw, stream, temperature });
  // A variable that is not set would leave its secret in the messages.
  if ('secrets' in defaults) {
    checkArgument('defaults.secrets', 'a list', defaults.secrets);
    for (const secret of defaults.secrets ?? []) {
      checkArgument('each of defaults.secrets', 'a text', secret);
    }
  }
}

/** Returns the usual capabilities, corrected by those of the adapter and then by its owner's. */
export function withCapabilities(
  own: Partial<LlmCapabilities>,
  defaults: Pick<AdapterDefaults, 'capabilities'>,
): LlmCapabilities {
  return { ...usualCapabilities, ...own, ...defaults.capabilities };
}

/**
 * Far above any answer: the longest output of today's models (128,000 tokens) takes about 25 MB as a
 * stream of single tokens, each in a chunk of 200 bytes.
 */
const defaultMaxResponseBytes = 33_554_432;

/** Returns the limit of an adapter; throws `InvalidArgumentError` unless it is a number of at least 1. */
export function checkMaxResponseBytes(maxBytes: number = defaultMaxResponseBytes): number {
  checkNumbers({ maxResponseBytes: maxBytes }, { least: 1 });
  return maxBytes;
}

/** Creates the error of an answer that is longer than the limit. Asking again would bring it again. */
export function tooLarge(provider: string, maxBytes: number): LlmError {
  return new LlmError(
    `${provider} sent more than ${maxBytes} bytes; raise maxResponseBytes (of a client: in its defaults) if answers may be this long`,
    { kind: 'protocol', retryable: false, provider },
  );
}

/** Creates a `fetch` for SDK clients whose answers end with an error at the limit. */
export function limitFetch(
  provider: string,
  send?: typeof fetch,
  maxBytes: number = defaultMaxResponseBytes,
): typeof fetch {
  return async (input, init) => {
    const response = await (send ?? globalThis.fetch)(input, init);
    if (response.body === null) return response;
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > maxBytes) controller.error(tooLarge(provider, maxBytes));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, response);
  };
}
