import {
  InvalidArgumentError,
  LlmError,
  type LlmRequest,
  type LlmResponse,
  type Price,
} from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { assertNumber } from '../support/assert-number.ts';
import { BudgetExceededError, type ClientBudgetLimit } from './budget-exceeded-error.ts';
import { type BudgetLedger, type BudgetSnapshot, createBudgetLedger } from './budget-ledger.ts';
import { type Decorator, wrapClient } from './decorator.ts';

/** Options of `withBudget`. A limit that is left out does not bind. */
export interface BudgetOptions {
  /** Calls that start, failed ones included. */
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

/** In the order in which limits are named when several are reached. */
const spentBy: Readonly<Record<ClientBudgetLimit, keyof BudgetSnapshot>> = {
  maxCalls: 'calls',
  maxInputTokens: 'inputTokens',
  maxOutputTokens: 'outputTokens',
  maxTotalTokens: 'totalTokens',
  maxTokens: 'totalTokens',
  maxCost: 'cost',
};
// The cast restores the key type that Object.keys drops.
const budgetLimits = Object.keys(spentBy) as readonly ClientBudgetLimit[];

const optionNames: OptionNames<BudgetOptions> = {
  maxCalls: true,
  maxInputTokens: true,
  maxOutputTokens: true,
  maxTotalTokens: true,
  maxTokens: true,
  maxCost: true,
  price: true,
  ledger: true,
};

/**
 * Refuses a call once a limit is reached (spent >= limit) with `BudgetExceededError`. Charges what each
 * call used, failed ones with their usage too; counts that a server does not report, or reports wrongly,
 * are estimated from request and text. A call is counted when it starts, so parallel calls cannot exceed
 * `maxCalls`; tokens and cost are known only afterwards, so parallel calls may pass those limits by what
 * was under way. An answer from a cache costs nothing.
 */
export function withBudget(options: BudgetOptions): Decorator {
  checkOptions(options, optionNames, 'withBudget(options)');
  const { ledger = createBudgetLedger(), price, maxOutputTokens } = options;
  for (const limit of budgetLimits) {
    assertNumber(limit, options[limit], { least: 0, whole: limit !== 'maxCost' });
  }
  // A shared ledger may be charged by a client that has a price; by itself this one charges nothing.
  if (options.maxCost !== undefined && price === undefined && options.ledger === undefined) {
    throw new InvalidArgumentError(
      'expected price(usage, model) beside maxCost, got undefined; without a price nothing costs anything and the limit never binds',
    );
  }

  const begin = (request: LlmRequest): LlmRequest => {
    const spent = ledger.snapshot();
    for (const limit of budgetLimits) {
      const allowed = options[limit];
      const used = Number(spent[spentBy[limit]]);
      if (allowed !== undefined && used >= allowed) {
        throw new BudgetExceededError({ limit, allowed, spent: used });
      }
    }
    ledger.start();
    if (maxOutputTokens === undefined || maxOutputTokens === Infinity) return request;
    const left = maxOutputTokens - spent.outputTokens;
    return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens ?? left, left) };
  };
  const priced = price === undefined ? {} : { price };
  const chargeResponse = (response: LlmResponse, { messages }: LlmRequest): void => {
    const { usage, model, text, cachedUsage } = response;
    if (cachedUsage !== undefined) return;
    ledger.charge(usage, { model, ...priced, estimateFrom: { messages, text } });
  };

  return (inner) => {
    /** A call that ended without a response: its text so far has cost something, whoever ended it. */
    const chargeRest = (error: unknown, request: LlmRequest, text: string): void => {
      const usage = LlmError.isInstance(error) ? error.usage : undefined;
      if (usage === undefined && text === '') return;
      const details = { model: request.model ?? inner.model, ...priced };
      const { messages } = request;
      ledger.charge(
        usage ?? {},
        text === '' ? details : { ...details, estimateFrom: { messages, text } },
      );
    };
    return wrapClient(inner, {
      async generate(request, call) {
        const bounded = begin(request);
        try {
          const response = await inner.generate(bounded, call);
          chargeResponse(response, request);
          return response;
        } catch (error) {
          chargeRest(error, request, '');
          throw error;
        }
      },
      async *stream(request, call, open) {
        const bounded = begin(request);
        let text = '';
        let charged = false;
        let failure: unknown;
        try {
          for await (const event of open(bounded, call)) {
            if (event.type === 'delta') text += event.text;
            else {
              charged = true;
              chargeResponse(event.response, request);
            }
            yield event;
          }
        } catch (error) {
          failure = error;
          throw error;
        } finally {
          if (!charged) chargeRest(failure, request, text);
        }
      },
    });
  };
}
