import {
  InvalidArgumentError,
  LlmError,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
  type Price,
} from '@kanmon/core';
import { estimateTokens } from '../mock/estimate-tokens.ts';
import { assertNumber } from '../support/assert-number.ts';
import {
  BudgetExceededError,
  budgetLimits,
  type ClientBudgetLimit,
} from './budget-exceeded-error.ts';
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
  readonly maxTokens?: number;
  /** In the currency of `price`. */
  readonly maxCost?: number;
  /** Needed for `maxCost`, unless a shared ledger is charged elsewhere. */
  readonly price?: Price;
  /** Shared with other clients. @default a new one */
  readonly ledger?: BudgetLedger;
}

const spentBy: Readonly<Record<ClientBudgetLimit, keyof BudgetSnapshot>> = {
  maxCalls: 'calls',
  maxInputTokens: 'inputTokens',
  maxOutputTokens: 'outputTokens',
  maxTokens: 'totalTokens',
  maxCost: 'cost',
};

/**
 * Refuses a call once a limit is reached (spent >= limit) with `BudgetExceededError`. Charges what each
 * call used, failed ones with their usage too. A call is counted when it starts, so parallel calls cannot
 * exceed `maxCalls`; tokens and cost are known only afterwards, so parallel calls may pass those limits by
 * what was under way.
 */
export function withBudget(options: BudgetOptions): Decorator {
  const { ledger = createBudgetLedger(), price, maxOutputTokens } = options;
  for (const limit of budgetLimits) {
    assertNumber(limit, options[limit], { least: 0, whole: limit !== 'maxCost' });
  }
  // A shared ledger may be charged by a client that has a price; of its own this one charges nothing.
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
  const charge = (usage: LlmUsage, model: string): void => {
    ledger.charge(usage, { model, ...(price === undefined ? {} : { price }) });
  };
  const chargeResponse = (response: LlmResponse): void => {
    charge(response.usage, response.model);
  };
  return (inner) => {
    const chargeError = (error: unknown, request: LlmRequest): void => {
      const usage = LlmError.isInstance(error) ? error.usage : undefined;
      if (usage !== undefined) charge(usage, request.model ?? inner.model);
    };
    return wrapClient(inner, {
      async generate(request, call) {
        const bounded = begin(request);
        try {
          const response = await inner.generate(bounded, call);
          chargeResponse(response);
          return response;
        } catch (error) {
          chargeError(error, request);
          throw error;
        }
      },
      async *stream(request, call, open) {
        const bounded = begin(request);
        let text = '';
        let settled = false;
        try {
          for await (const event of open(bounded, call)) {
            if (event.type === 'delta') text += event.text;
            else {
              settled = true;
              chargeResponse(event.response);
            }
            yield event;
          }
        } catch (error) {
          settled = true;
          chargeError(error, request);
          throw error;
        } finally {
          // A stream that was left early has cost something, and nobody will report what.
          if (!settled && text !== '') {
            charge({ outputTokens: estimateTokens(text) }, request.model ?? inner.model);
          }
        }
      },
    });
  };
}
