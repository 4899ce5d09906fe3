import {
  createBudgetMeter,
  InvalidArgumentError,
  LlmError,
  type LlmRequest,
  type LlmUsage,
  type Price,
  type TokenSource,
} from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { checkNames, checkNumbers } from '../wire/check-options.ts';
import { type Decorator, wrapCalls } from './decorator.ts';

/** Calls, tokens and cost so far. */
export interface BudgetSnapshot {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cost: number;
  /** True once a call did not report its usage: tokens and cost are estimated then. */
  readonly estimated: boolean;
}

/** Details of one charge. */
export interface ChargeDetails {
  readonly model: string;
  readonly price?: Price;
  /** Texts of the call, from which counts that are missing or invalid are estimated. */
  readonly estimateFrom?: TokenSource;
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

/** The total that each limit is compared with, in the order in which limits are named when several are reached. */
const spentBy = {
  maxAttempts: 'calls',
  maxCalls: 'calls',
  maxInputTokens: 'inputTokens',
  maxOutputTokens: 'outputTokens',
  maxTotalTokens: 'totalTokens',
  maxTokens: 'totalTokens',
  maxCost: 'cost',
} as const satisfies Record<string, keyof BudgetSnapshot>;

/** One limit of `withBudget`. */
export type ClientBudgetLimit = keyof typeof spentBy;

// The cast restores the key type that Object.keys drops.
const budgetLimits = Object.keys(spentBy) as readonly ClientBudgetLimit[];

/**
 * A limit was reached before the call; nothing was sent. An `LlmError` of the kind `budget`, which is
 * not retryable, so that one `catch` handles every failed call.
 */
export class BudgetExceededError extends LlmError {
  static override readonly errorName: string = 'BudgetExceededError';

  readonly limit: ClientBudgetLimit;
  readonly allowed: number;
  readonly spent: number;

  constructor(details: {
    readonly limit: ClientBudgetLimit;
    readonly allowed: number;
    readonly spent: number;
  }) {
    const { limit, allowed, spent } = details;
    super(
      `the budget is used up: ${limit} is ${allowed}, spent are ${spent}; the call was not made`,
      { kind: 'budget', code: 'budget-exceeded' },
    );
    this.limit = limit;
    this.allowed = allowed;
    this.spent = spent;
  }
}

/** Options of `withBudget`. A limit that is left out does not bind. */
export interface BudgetOptions {
  /** Calls that start, failed ones included. */
  readonly maxAttempts?: number;
  /** @deprecated Use `maxAttempts`, the name of the same limit in core. */
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
  /** Needed for `maxCost`, unless a shared ledger is charged elsewhere. */
  readonly price?: Price;
  /** Shared with other clients. @default a new one */
  readonly ledger?: BudgetLedger;
}

/**
 * Refuses a call once a limit is reached (spent >= limit) with `BudgetExceededError`. Charges what each
 * call used, failed ones with their usage too; counts that a server does not report, or reports wrongly,
 * are estimated from request and text. A call is counted when it starts, so parallel calls cannot exceed
 * `maxAttempts`. Tokens and cost are known only afterwards: calls that are running are not stopped, so
 * parallel calls can exceed those limits. An answer from a cache costs nothing.
 */
export function withBudget(options: BudgetOptions): Decorator {
  checkNames(
    options,
    'maxAttempts maxCalls maxInputTokens maxOutputTokens maxTotalTokens maxTokens maxCost price ledger',
    'withBudget(options)',
  );
  const { ledger = createBudgetLedger(), price, maxOutputTokens = Infinity } = options;
  for (const limit of budgetLimits) {
    checkNumbers({ [limit]: options[limit] }, { least: 0, whole: limit !== 'maxCost' });
  }
  // A shared ledger may be charged by a client that has a price; by itself this one charges nothing.
  if (options.maxCost !== undefined && price === undefined && options.ledger === undefined) {
    throw new InvalidArgumentError(
      'expected price(usage, model) beside maxCost, got undefined; without a price nothing costs anything and the limit never binds',
    );
  }

  /** Counts a call; returns its request, limited to what is left of the output tokens. */
  const start = (request: LlmRequest): LlmRequest => {
    const total = ledger.snapshot();
    for (const limit of budgetLimits) {
      const allowed = options[limit];
      const spent = total[spentBy[limit]];
      if (allowed !== undefined && spent >= allowed) {
        throw new BudgetExceededError({ limit, allowed, spent });
      }
    }
    ledger.start();
    if (maxOutputTokens === Infinity) return request;
    const left = maxOutputTokens - total.outputTokens;
    return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens ?? left, left) };
  };

  const charge = (usage: LlmUsage, model: string, estimateFrom?: TokenSource): void =>
    ledger.charge(usage, { model, ...withoutUndefined({ price, estimateFrom }) });

  return (inner) =>
    wrapCalls(inner, (request) => {
      const bounded = start(request);
      const { messages, model: asked = inner.model } = request;
      let text = '';
      let finished = false;
      let failure: unknown;
      return {
        request: bounded,
        delta(piece) {
          text += piece;
        },
        finished(response) {
          finished = true;
          if (response.cachedUsage !== undefined) return;
          charge(response.usage, response.model, { messages, text: response.text });
        },
        failed(error) {
          failure = error;
        },
        closed() {
          if (finished) return;
          // A call that ended without a response: its text so far has cost something, whoever ended it.
          const usage = LlmError.isInstance(failure) ? failure.usage : undefined;
          if (text !== '') charge(usage ?? {}, asked, { messages, text });
          else if (usage !== undefined) charge(usage, asked);
        },
      };
    });
}
