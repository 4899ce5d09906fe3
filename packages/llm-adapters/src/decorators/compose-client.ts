import type { Clock, LlmClient, Timer } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { type CassetteOptions, withCassette } from '../cassette/with-cassette.ts';
import type { Decorator } from './decorator.ts';
import { pipe } from './pipe.ts';
import { type BudgetOptions, withBudget } from './with-budget.ts';
import { type CacheOptions, withCache } from './with-cache.ts';
import { type FallbackOptions, withFallback } from './with-fallback.ts';
import { type RateLimitOptions, withRateLimit } from './with-rate-limit.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';
import { type RoutedClients, withRouter } from './with-router.ts';
import { type TimeoutOptions, withTimeout } from './with-timeout.ts';
import { type TraceOptions, type TraceSink, withTrace } from './with-trace.ts';
import type { LlmRequest } from '@kanmon/core';

/**
 * The recommended order, outermost first: what watches and limits spending sees every call, what answers
 * without a model comes before what asks one, and limits of one provider stand next to it.
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
  /** For every decorator that is not given its own. */
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly random?: () => number;
}

const optionNames: OptionNames<ComposeOptions> = {
  trace: true,
  budget: true,
  cache: true,
  cassette: true,
  fallback: true,
  router: true,
  retry: true,
  timeout: true,
  rateLimit: true,
  clock: true,
  timer: true,
  random: true,
};

/**
 * Puts decorators around an adapter in the recommended order.
 *
 * @example
 * const client = composeClient(adapter, { retry: {}, timeout: { perAttemptMs: 30_000, totalMs: 120_000 }, budget: { maxCalls: 100 } });
 */
export function composeClient(adapter: LlmClient, options: ComposeOptions): LlmClient {
  checkOptions(options, optionNames, 'composeClient(adapter, options)');
  const { clock, timer, random } = options;
  const time = {
    ...(clock === undefined ? {} : { clock }),
    ...(timer === undefined ? {} : { timer }),
  };
  const chance = random === undefined ? {} : { random };
  const { trace, budget, cache, cassette, fallback, router, retry, timeout, rateLimit } = options;
  const layers: readonly (Decorator | undefined)[] = [
    rateLimit && withRateLimit({ ...time, ...rateLimit }),
    ...timeoutLayers({ ...time, ...timeout }, retry && withRetry({ ...time, ...chance, ...retry })),
    router && ((inner) => withRouter(router.route, { default: inner, ...router.clients })),
    fallback && fallbackLayer(fallback),
    cassette && withCassette(cassette),
    cache && withCache({ ...time, ...cache }),
    budget && withBudget(budget),
    trace && traceLayer(trace, clock),
  ];
  return pipe(adapter, ...layers.filter((layer) => layer !== undefined));
}

function timeoutLayers(
  options: TimeoutOptions,
  retry: Decorator | undefined,
): readonly (Decorator | undefined)[] {
  const { totalMs, ...inside } = options;
  const { perAttemptMs: _perAttempt, idleMs: _idle, ...outside } = options;
  const bounded = inside.perAttemptMs !== undefined || inside.idleMs !== undefined;
  return [
    bounded ? withTimeout(inside) : undefined,
    retry,
    totalMs === undefined ? undefined : withTimeout(outside),
  ];
}

function fallbackLayer(fallback: NonNullable<ComposeOptions['fallback']>): Decorator {
  if ('clients' in fallback) {
    const { clients, ...rest } = fallback;
    return (inner) => withFallback([inner, ...clients], rest);
  }
  return (inner) => withFallback([inner, ...fallback]);
}

function traceLayer(
  trace: NonNullable<ComposeOptions['trace']>,
  clock: Clock | undefined,
): Decorator {
  const time = clock === undefined ? {} : { clock };
  if (typeof trace === 'function') return withTrace(trace, time);
  const { sink, ...rest } = trace;
  return withTrace(sink, { ...time, ...rest });
}
