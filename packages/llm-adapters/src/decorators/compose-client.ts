import {
  type Clock,
  InvalidArgumentError,
  type LlmClient,
  type LlmRequest,
  type Timer,
} from '@kanmon/core';
import { checkArgument, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { type CassetteOptions, withCassette } from '../cassette/with-cassette.ts';
import type { Decorator } from './decorator.ts';
import { type BudgetOptions, withBudget } from './with-budget.ts';
import { type CacheOptions, withCache } from './with-cache.ts';
import { type FallbackClient, type FallbackOptions, withFallback } from './with-fallback.ts';
import { type RateLimitOptions, withRateLimit } from './with-rate-limit.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';
import { type RoutedClients, withRouter } from './with-router.ts';
import { type TimeoutOptions, withTimeout } from './with-timeout.ts';
import { type TraceOptions, type TraceSink, withTrace } from './with-trace.ts';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';

/**
 * Decorates a client; the first listed decorator is the innermost. A fallback client in the list is asked
 * when everything before it has failed.
 *
 * @example
 * const client = pipe(adapter, withTimeout({ perAttemptMs: 30_000 }), withRetry(), withTrace(console.log));
 */
export function pipe(
  client: LlmClient,
  ...decorators: readonly (Decorator | FallbackClient)[]
): LlmClient {
  checkMethods(client, 'generate', 'a client with generate to decorate', 'pass the client first');
  return decorators.reduce<LlmClient>((inner, next) => {
    if (typeof next === 'function') return next(inner);
    checkMethods(
      next,
      'behind',
      'a decorator for pipe(client, ...decorators)',
      'pass withRetry() and the like, or withFallback([client])',
    );
    return next.behind(inner);
  }, client);
}

/**
 * The recommended order, outermost first: what watches and limits spending sees every call, what answers
 * without a model comes before what asks one, and limits of one provider are next to it.
 */
export const decoratorOrder = [
  'trace',
  'budget',
  'cache',
  'cassette',
  'fallback',
  'router',
  'retry',
  'timeout',
  'rateLimit',
] as const;

/** Decorators of `composeClient`; one that is left out is not there. */
export interface ComposeOptions {
  readonly trace?: TraceSink | (TraceOptions & { readonly sink: TraceSink });
  readonly budget?: BudgetOptions;
  readonly cache?: CacheOptions;
  readonly cassette?: CassetteOptions;
  /** Clients to ask after the adapter, each decorated as it needs. */
  readonly fallback?:
    | readonly LlmClient[]
    | (FallbackOptions & { readonly clients: readonly LlmClient[] });
  /** The adapter itself goes by the name `default`. */
  readonly router?: {
    readonly route: (request: LlmRequest) => string;
    readonly clients: RoutedClients;
  };
  readonly retry?: RetryOptions;
  /** `totalMs` is put outside retry, the rest inside. */
  readonly timeout?: TimeoutOptions;
  readonly rateLimit?: RateLimitOptions;
  /** For every decorator that does not have its own. */
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly random?: () => number;
}

/**
 * Puts decorators around an adapter in the recommended order.
 *
 * @example
 * const client = composeClient(adapter, { retry: {}, timeout: { perAttemptMs: 30_000, totalMs: 120_000 }, budget: { maxAttempts: 100 } });
 */
export function composeClient(adapter: LlmClient, options: ComposeOptions): LlmClient {
  checkOptions(
    options,
    'trace budget cache cassette fallback router retry timeout rateLimit clock timer random',
    'composeClient(adapter, options)',
  );
  const { clock, timer, random } = options;
  const time = withoutUndefined({ clock, timer });
  const { trace, budget, cache, cassette, fallback, router, retry, timeout, rateLimit } = options;
  for (const [name, value] of Object.entries({ rateLimit, timeout, retry, cache, router })) {
    if (value === undefined || isRecord(value)) continue;
    throw new InvalidArgumentError(
      `expected ${name} of composeClient to be an object of options, got ${describeKind(value)}; leave it out to go without`,
    );
  }
  const { totalMs, ...perAttempt } = timeout ?? {};
  const { perAttemptMs: _perAttemptMs, idleMs: _idleMs, ...total } = { ...time, ...timeout };
  const isAttemptBounded = Object.keys(perAttempt).length > 0;
  const layers: readonly (Decorator | FallbackClient | undefined)[] = [
    rateLimit && withRateLimit({ ...time, ...rateLimit }),
    isAttemptBounded ? withTimeout({ ...time, ...perAttempt }) : undefined,
    retry && withRetry({ ...time, ...withoutUndefined({ random }), ...retry }),
    totalMs === undefined ? undefined : withTimeout(total),
    router && ((inner) => withRouter(router.route, { default: inner, ...router.clients })),
    fallback && fallbackLayer(fallback),
    cassette && withCassette(cassette),
    cache && withCache({ ...time, ...cache }),
    budget && withBudget(budget),
    trace && traceLayer(trace, withoutUndefined({ clock })),
  ];
  return pipe(adapter, ...layers.filter((layer) => layer !== undefined));
}

function fallbackLayer(fallback: NonNullable<ComposeOptions['fallback']>): Decorator {
  const { clients, ...options } =
    typeof fallback === 'object' && 'clients' in fallback ? fallback : { clients: fallback };
  // A program without types may pass one client, or a flag.
  checkArgument('fallback of composeClient', 'a list', clients);
  return (inner) => withFallback([inner, ...clients], options);
}

function traceLayer(
  trace: NonNullable<ComposeOptions['trace']>,
  time: Pick<ComposeOptions, 'clock'>,
): Decorator {
  if (typeof trace === 'function') return withTrace(trace, time);
  const { sink, ...rest } = trace;
  return withTrace(sink, { ...time, ...rest });
}
