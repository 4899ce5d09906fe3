import {
  createBudgetMeter,
  InvalidArgumentError,
  LlmError,
  type LlmRequest,
  type LlmUsage,
  type Price,
  type TokenSource,
} from '@kanmon/core';
import { checkPorts, completeUsage, describeValue, withoutUndefined } from '@kanmon/core/kit';
import { checkMethods, checkOptions, checkNumbers } from '../wire/check-options.ts';
import { countedTexts } from '../wire/prompt-usage.ts';
import { BudgetExceededError, budgetLimits, spentBy } from './budget-limits.ts';
import { type CallSteps, type Decorator, wrapCalls } from './decorator.ts';
import {
  createSharedBudget,
  type Reservation,
  type UsedTokens,
  wasRefused,
} from './shared-budget.ts';
import { checkSharedLimit, type SharedLimit } from './shared-limit.ts';

/** Calls, tokens and cost so far. */
export interface BudgetSnapshot {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cost: number;
  /** True once a call did not report its usage, or its price was not known: tokens and cost are estimated then. */
  readonly estimated: boolean;
}

/** Details of one charge. */
export interface ChargeDetails {
  readonly model: string;
  readonly price?: Price;
  /** Texts of the call, from which counts that are missing or invalid are estimated. */
  readonly estimateFrom?: TokenSource;
  /** Marks the totals as estimated. @default false */
  readonly estimated?: boolean;
}

/** A shared account of calls, tokens and cost. */
export interface BudgetLedger {
  /** Counts a call that starts now. */
  start(): void;
  /** Charges what a call used. */
  charge(usage: LlmUsage, details: ChargeDetails): void;
  snapshot(): BudgetSnapshot;
}

const free: Price = () => 0;

/** Creates an empty account, for one client or shared by several `withBudget`. Counts on core's budget meter. */
export function createBudgetLedger(): BudgetLedger {
  // The meter has one price for all; clients that share an account may each have their own.
  let price = free;
  const meter = createBudgetMeter({}, { price: (usage, model) => price(usage, model) });
  return {
    start() {
      meter.tryStart();
    },
    charge(usage, { price: own = free, ...details }) {
      price = own;
      meter.record(usage, details);
    },
    snapshot() {
      const { usage } = meter;
      return { ...usage, totalTokens: usage.inputTokens + usage.outputTokens };
    },
  };
}

/** Options of `withBudget`. A limit that is left out does not bind. */
export interface BudgetOptions {
  /**
   * Calls that reach this decorator, failed ones included. A `withRetry` inside of it, as in the recommended order,
   * may ask the provider several times for one of them; its own `maxAttempts` limits that.
   */
  readonly maxAttempts?: number;
  /** @deprecated Another name of `maxAttempts`, which core has too. Of both the lower one binds. */
  readonly maxCalls?: number;
  readonly maxInputTokens?: number;
  /** Also lowers a request's own limit to what is left. */
  readonly maxOutputTokens?: number;
  /** Input and output together. */
  readonly maxTotalTokens?: number;
  /** @deprecated Use `maxTotalTokens`, the name of the same limit in core. */
  readonly maxTokens?: number;
  /** In the currency of `price`. */
  readonly maxCost?: number;
  /**
   * Needed for `maxCost`, unless a shared ledger is charged elsewhere. Where it throws or returns no amount, the answer
   * is delivered, the totals are `estimated` and all that `maxCost` left counts as spent.
   */
  readonly price?: Price;
  /** Shared with other clients of this process. @default a new one */
  readonly ledger?: BudgetLedger;
  /**
   * Keeps the limits over all processes with this counter and key. A call reserves one attempt, the estimate of its
   * input and its `maxOutputTokens` (4,096 without one, which then becomes its limit) before it is made, and is
   * corrected by its usage. The reservation of a process that died stays: the limits bind sooner, never later.
   */
  readonly shared?: SharedLimit;
}

/**
 * Refuses a call once a limit is reached (spent >= limit) with `BudgetExceededError`. Charges what each
 * call used, failed ones with their usage too; counts that a server does not report, or reports wrongly,
 * are estimated from request and text. A call is counted when it starts, so parallel calls cannot exceed
 * `maxAttempts`. Tokens and cost are known only afterwards: calls that are running are not stopped, so
 * parallel calls can exceed those limits. An answer from a cache costs nothing. With `shared` a call also
 * has to fit with all that it may use: then output tokens are not exceeded, and input tokens and cost only
 * by the error of an estimate. Where the price of an answer is not known, the answer is delivered and `maxCost` is
 * used up.
 */
export function withBudget(options: BudgetOptions): Decorator {
  checkOptions(
    options,
    'maxAttempts maxCalls maxInputTokens maxOutputTokens maxTotalTokens maxTokens maxCost price ledger shared',
    'withBudget(options)',
  );
  const { ledger = createBudgetLedger(), price, shared } = options;
  const { maxOutputTokens = Infinity, maxCost = Infinity } = options;
  for (const limit of budgetLimits) {
    checkNumbers({ [limit]: options[limit] }, { least: 0, whole: limit !== 'maxCost' });
  }
  checkSharedLimit(shared, 'withBudget({ shared })');
  checkPorts({ price }, { price: 'call' });
  checkMethods(
    ledger,
    'start charge snapshot',
    'options.ledger with start, charge and snapshot',
    'use createBudgetLedger()',
  );
  // A shared ledger may be charged by a client that has a price; by itself this one charges nothing.
  const isPricedElsewhere = options.ledger !== undefined && shared === undefined;
  if (options.maxCost !== undefined && price === undefined && !isPricedElsewhere) {
    throw new InvalidArgumentError(
      'expected price(usage, model) beside maxCost, got undefined; without a price nothing costs anything and the limit never binds',
    );
  }

  /** The error of the price. */
  let unpriced: { readonly cause: unknown } | undefined;
  /** The cost of a call; one that cannot be priced uses up what is `left`, as in a run of core. */
  const costOf = (usage: LlmUsage, model: string, left: number): number => {
    try {
      const cost = price === undefined ? 0 : price(usage, model);
      if (Number.isFinite(cost) && cost >= 0) return cost;
      throw new InvalidArgumentError(
        `expected the price function to return an amount of at least 0, got ${describeValue(cost)}; return 0 for a model without a price`,
      );
    } catch (cause) {
      unpriced = { cause };
      return Number.isFinite(left) ? Math.max(0, left) : 0;
    }
  };

  /** Counts a call; returns its request, limited to what is left of the output tokens. */
  const start = (request: LlmRequest): LlmRequest => {
    const total = ledger.snapshot();
    for (const limit of budgetLimits) {
      const allowed = options[limit];
      const spent = total[spentBy[limit]];
      const cause = limit === 'maxCost' ? unpriced : undefined;
      if (allowed !== undefined && (spent >= allowed || cause !== undefined)) {
        throw new BudgetExceededError({ limit, allowed, spent, ...cause });
      }
    }
    ledger.start();
    if (maxOutputTokens === Infinity) return request;
    const left = maxOutputTokens - total.outputTokens;
    return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens ?? left, left) };
  };

  const charge = (usage: LlmUsage, model: string, estimateFrom?: TokenSource): void => {
    const whole = estimateFrom === undefined ? usage : completeUsage(usage, estimateFrom).usage;
    const before = unpriced;
    const cost = costOf(whole, model, maxCost - ledger.snapshot().cost);
    const isUnknown = unpriced !== before;
    ledger.charge(usage, {
      model,
      ...(price === undefined ? {} : { price: () => cost }),
      ...withoutUndefined({ estimateFrom, estimated: isUnknown || undefined }),
    });
  };

  const reserve =
    shared === undefined
      ? undefined
      : createSharedBudget(shared, {
          ...options,
          price: (usage, model) => costOf(usage, model, maxCost),
        });

  return (inner) =>
    wrapCalls(inner, (request) => {
      const { model: asked = inner.model } = request;
      const messages = countedTexts(request);
      const stepsOf = ({ request: bounded, settle }: Reservation): CallSteps => {
        let text = '';
        let prompt: LlmUsage | undefined;
        let finished = false;
        let used: UsedTokens | null | undefined;
        let failure: unknown;
        return {
          request: bounded,
          delta(piece, usage) {
            text += piece;
            prompt = usage ?? prompt;
          },
          finished({ usage, model, text: whole, cachedUsage }) {
            finished = true;
            used = null;
            if (cachedUsage !== undefined) return;
            used = { ...completeUsage(usage, { messages, text: whole }), model };
            charge(usage, model, { messages, text: whole });
          },
          failed(error) {
            failure = error;
          },
          closed() {
            if (!finished) {
              // A call that ended without a response: its text so far has cost something, whoever ended it.
              const usage = (LlmError.isInstance(failure) ? failure.usage : undefined) ?? prompt;
              if (text !== '') charge(usage ?? {}, asked, { messages, text });
              else if (usage !== undefined) charge(usage, asked);
              if (usage !== undefined)
                used = { ...completeUsage(usage, { messages, text }), model: asked };
              else if (text === '' && wasRefused(failure)) used = null;
            }
            return used === undefined ? undefined : settle?.(used);
          },
        };
      };
      if (reserve === undefined) return stepsOf({ request: start(request) });
      return reserve(request, asked).then((reservation) => {
        ledger.start();
        return stepsOf(reservation);
      });
    });
}
