import {
  type Budget,
  type Clock,
  type Finding,
  type IdSource,
  LlmError,
  type LlmClient,
  type LlmMessage,
  type LlmUsage,
  type Locale,
  sha256Hex,
} from '@kanmon/core';
import { type GateOutcome, runGate } from '@kanmon/core/gate';
import type { Repair } from '@kanmon/core/json';
import { toWellFormed } from '@kanmon/core/kit';
import type { MultiStepQueryPlan } from '../plan/multi-step-query-plan.ts';
import { isUnwrapping, toPlan } from '../plan/parse-plan.ts';
import { definePlanGate } from '../plan/plan-gate.ts';
import type { Reason } from '../wire/reason.ts';
import type { PlanInput } from './plan-input.ts';
import { readInput } from './read-input.ts';
import { renderPlannerPrompt } from './render-prompt.ts';
import type { RuleOptions } from './rule-options.ts';

/** What one model made of the question. */
export interface ModelPlan {
  readonly plan: MultiStepQueryPlan | null;
  readonly isRepaired: boolean;
  readonly usage: readonly LlmUsage[];
  readonly reasons: readonly Reason[];
  /** Of the model's last text; absent when it gave none. */
  readonly rawHash?: string;
}

/** What a question to one model needs beside the input. */
export interface AskOptions extends RuleOptions {
  readonly maxRepairs?: number;
  readonly budget?: Budget;
  readonly signal?: AbortSignal;
  readonly deadline?: number;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly prompt?: (input: PlanInput) => readonly LlmMessage[];
}

/**
 * Asks one model for a plan: request, plan gate, correction with the findings, under one budget.
 * Rejects only when aborted: with the abort reason, or with the client's own error of kind `aborted`.
 */
export async function askForPlan(
  client: LlmClient,
  input: PlanInput,
  options: AskOptions,
): Promise<ModelPlan> {
  const { maxRepairs = 1, budget = {}, signal, deadline, clock, ids, limits } = options;
  const { language, topK } = readInput(input, options);
  const locale: Locale = language === 'ja' ? 'ja' : 'en';
  const gate = definePlanGate({ language, topK, ...(limits === undefined ? {} : { limits }) });
  const maxAttempts = Math.min(1 + maxRepairs, budget.maxAttempts ?? Infinity);
  let lastText: string | undefined;
  const outcome = await runGate(gate, {
    client,
    messages: (options.prompt ?? renderPlannerPrompt)(input),
    budget: { ...budget, maxAttempts },
    // A plan that was cut off is refused as a whole: its rest would be guessed (5.1).
    correction: { continueTruncated: false },
    locale,
    onEvent: (event) => {
      if (event.type === 'response-received' && 'text' in event) lastText = event.text;
    },
    ...(signal === undefined ? {} : { signal }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
  });
  signal?.throwIfAborted();
  const usage = outcome.attempts.map((attempt) => attempt.usage);
  const raw = lastText === undefined ? {} : { rawHash: sha256Hex(toWellFormed(lastText)) };
  if (outcome.status === 'rejected') {
    const { cause } = outcome;
    if (LlmError.isInstance(cause) && cause.kind === 'aborted') throw cause;
    return { plan: null, isRepaired: false, usage, reasons: refusalReasons(outcome), ...raw };
  }
  const reasons: readonly Reason[] = [
    ...correctedReasons(outcome),
    ...repairReasons(outcome.attempts.at(-1)?.repairs ?? []),
    ...outcome.warnings.map(({ code, path }) => ({ code, params: { path } })),
  ];
  const isRepaired = outcome.attempts.length > 1 || reasons.length > 0;
  return { plan: toPlan(outcome.value), isRepaired, usage, reasons, ...raw };
}

type Rejected = Extract<GateOutcome<MultiStepQueryPlan>, { readonly status: 'rejected' }>;

/** What was wrong with the answers before the one that passed. */
function correctedReasons({ attempts }: Pick<Rejected, 'attempts'>): readonly Reason[] {
  if (attempts.length < 2) return [];
  const refused = attempts.slice(0, -1).flatMap(({ findings }) => refusalsAmong(findings));
  return [{ code: 'llm-corrected', params: { attempts: attempts.length } }, ...refused];
}

/** What was repaired before the plan gate saw the value: a wrapper was opened, nulls were removed. */
function repairReasons(repairs: readonly Repair[]): readonly Reason[] {
  const nulls = repairs.flatMap(({ kind, path }) =>
    kind === 'null-member' && path !== undefined ? [path] : [],
  );
  return [
    ...(repairs.some(isUnwrapping) ? [{ code: 'plan-unwrapped', params: { path: '' } }] : []),
    ...nulls.map((path) => ({ code: 'null-dropped', params: { path } })),
  ];
}

function refusalsAmong(findings: readonly Finding[]): readonly Reason[] {
  return findings
    .filter(({ severity, rule }) => severity === 'must' && rule !== 'schema')
    .map(({ code, path }) => ({ code, params: { path } }));
}

/** Why the model's plan was not taken: the failed call, else how the run ended and what was wrong. */
function refusalReasons(outcome: Rejected): readonly Reason[] {
  const { cause, reason, attempts } = outcome;
  if (LlmError.isInstance(cause)) return [{ code: `llm-${cause.kind}` }];
  const last = attempts.at(-1);
  if (last?.finish === 'length') return [{ code: 'llm-length' }];
  if (last !== undefined && !last.extracted && last.findings.length === 0) {
    return [{ code: reason === 'refused' ? 'llm-refused' : 'llm-no-plan' }];
  }
  return [{ code: `llm-${reason}` }, ...refusalsAmong(last?.findings ?? [])];
}
