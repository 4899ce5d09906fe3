import {
  LlmError,
  type LlmErrorKind,
  type LlmRequest,
  type LlmUsage,
  type PointRequest,
  type Price,
} from '@kanmon/core';
import { estimateTokens } from '@kanmon/core/kit';
import { countedTexts } from '../wire/prompt-usage.ts';
import { BudgetExceededError, type ClientBudgetLimit } from './budget-limits.ts';
import { correctPoints, type SharedLimit } from './shared-limit.ts';

/** The usage of a call and its model. */
export interface UsedTokens {
  readonly usage: LlmUsage;
  readonly model: string;
}

/** The request of a call that may start. */
export interface Reservation {
  readonly request: LlmRequest;
  /** Replaces the reservation by what the call used; null: nothing but an attempt. */
  readonly settle?: (used: UsedTokens | null) => Promise<void>;
}

/** The limits of a budget and the price. */
type Limits = { readonly [Limit in ClientBudgetLimit]?: number } & { readonly price?: Price };

/** Output tokens that are reserved for a request without `maxOutputTokens`, which then becomes its limit. */
const defaultOutputTokens = 4096;
/** A counter counts whole points: the cost in millionths. */
const pointsPerUnit = 1_000_000;

/** One count that a budget may limit. Deprecated names limit the same count. */
interface Meter {
  readonly key: string;
  readonly limits: readonly ClientBudgetLimit[];
  readonly pointsOf: (used: UsedTokens | null, price: Price | undefined) => number;
  /** True when fewer output tokens than a request allows are of use. */
  readonly divisible?: boolean;
}

const meters: readonly Meter[] = [
  { key: 'attempts', limits: ['maxAttempts', 'maxCalls'], pointsOf: () => 1 },
  { key: 'input-tokens', limits: ['maxInputTokens'], pointsOf: (used) => inputOf(used) },
  {
    key: 'output-tokens',
    limits: ['maxOutputTokens'],
    pointsOf: (used) => outputOf(used),
    divisible: true,
  },
  {
    key: 'total-tokens',
    limits: ['maxTotalTokens', 'maxTokens'],
    pointsOf: (used) => inputOf(used) + outputOf(used),
    divisible: true,
  },
  {
    key: 'cost',
    limits: ['maxCost'],
    pointsOf: (used, price) => (used === null ? 0 : toPoints(price?.(used.usage, used.model) ?? 0)),
  },
];

/** A meter with its tightest limit. */
interface BoundMeter extends Meter {
  readonly name: ClientBudgetLimit;
  readonly allowed: number;
}

/**
 * Returns the function that reserves what a call may use at most, in one step over all processes, before the call is
 * made. A counter that fails refuses the call: a limit that cannot be asked is not kept.
 */
export function createSharedBudget(
  shared: SharedLimit,
  limits: Limits,
): (request: LlmRequest, model: string) => Promise<Reservation> {
  const { counter, key } = shared;
  const { price } = limits;
  const bound = meters.flatMap((meter) => bindMeter(meter, limits));
  const boundsOutput = bound.some(({ divisible, key: count }) => divisible || count === 'cost');

  return async (request, model) => {
    const inputTokens = countedTexts(request).reduce(
      (sum, { content }) => sum + estimateTokens(content),
      0,
    );
    const outputTokens = request.maxOutputTokens ?? defaultOutputTokens;
    const most = { usage: { inputTokens, outputTokens }, model };
    const least = { usage: { inputTokens, outputTokens: Math.min(1, outputTokens) }, model };
    const requests = bound.map(
      ({ key: count, pointsOf, divisible, name, allowed }): PointRequest => {
        const points = pointsOf(most, price);
        const unit = name === 'maxCost' ? pointsPerUnit : 1;
        return {
          key: `${key}/${count}`,
          points,
          least: divisible === true ? pointsOf(least, price) : points,
          limit: Math.min(Math.floor(allowed * unit), Number.MAX_SAFE_INTEGER),
        };
      },
    );
    const answer = await counter.take(requests).catch((cause: unknown) => {
      throw new LlmError(
        'the call was not made: the counter of the shared budget failed; see the cause',
        { kind: 'budget', code: 'budget-unavailable', cause },
      );
    });
    if (!answer.ok) throw exceeded(bound[answer.refused], answer.used);
    const { taken } = answer;
    const granted = bound.map(({ divisible }, index) =>
      divisible === true
        ? outputTokens - ((requests[index]?.points ?? 0) - (taken[index]?.points ?? 0))
        : Infinity,
    );
    const maxOutputTokens = Math.min(outputTokens, ...granted);
    return {
      request: boundsOutput ? { ...request, maxOutputTokens } : request,
      settle: (used) =>
        correctPoints(
          shared,
          taken,
          bound.map(({ pointsOf }) => pointsOf(used, price)),
        ),
    };
  };
}

function bindMeter(meter: Meter, limits: Limits): readonly BoundMeter[] {
  return meter.limits
    .flatMap((name) => {
      const allowed = limits[name];
      return allowed === undefined || allowed === Infinity ? [] : [{ ...meter, name, allowed }];
    })
    .toSorted((left, right) => left.allowed - right.allowed)
    .slice(0, 1);
}

function exceeded(meter: BoundMeter | undefined, used: number): Error {
  if (meter === undefined) {
    return new TypeError('the counter refused a request that was not made; fix its implementation');
  }
  const { name: limit, allowed } = meter;
  return new BudgetExceededError({
    limit,
    allowed,
    spent: limit === 'maxCost' ? used / pointsPerUnit : used,
  });
}

/** Kinds of failures in which the provider took nothing: tokens that were reserved are given back. */
const refusals: ReadonlySet<LlmErrorKind> = new Set([
  'auth',
  'permission',
  'bad-request',
  'not-found',
  'rate-limit',
  'quota',
  'overloaded',
  'context-length',
  'budget',
]);

/** Returns true when the provider refused a call. After a timeout or a lost connection it may have answered. */
export function wasRefused(error: unknown): boolean {
  return LlmError.isInstance(error) && refusals.has(error.kind);
}

const inputOf = (used: UsedTokens | null): number => used?.usage.inputTokens ?? 0;
const outputOf = (used: UsedTokens | null): number => used?.usage.outputTokens ?? 0;

const toPoints = (cost: number): number =>
  Math.min(Math.ceil(cost * pointsPerUnit), Number.MAX_SAFE_INTEGER);
