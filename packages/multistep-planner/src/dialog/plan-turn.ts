import {
  type Budget,
  type Clock,
  type IdSource,
  type LlmClient,
  type Logger,
  sha256Hex,
  type Timer,
} from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import type { SessionState } from '../context/session-state.ts';
import { CrewError } from '../crew/crew-error.ts';
import type { CrewOrchestratorClient } from '../crew/crew-orchestrator-client.ts';
import { readReply } from '../decide/pending.ts';
import type { CrewPlanRequest } from '../crew/crew-schema.ts';
import { parsePlan } from '../plan/parse-plan.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import type { PlanInput, PlanOutcome } from '../planner/plan-input.ts';
import { planByRules } from '../planner/plan-by-rules.ts';
import { planMultiStepQuery } from '../planner/plan-multi-step-query.ts';
import { withoutAcknowledgement } from '../planner/without-acknowledgement.ts';
import { withinTime } from './within-time.ts';
import { planSingleSearch } from '../planner/plan-single-search.ts';
import { readInput, type ReadInput } from '../planner/read-input.ts';
import type { Router } from '../planner/route.ts';
import { routeContextOf } from '../planner/route-context.ts';
import type { RuleOptions } from '../planner/rule-options.ts';
import { firstCodePoints } from '../wire/code-points.ts';
import { toJsonValue } from '../wire/json-value.ts';
import type { DialogMessage, DialogMeta, DialogRequest } from '../wire/dialog-schema.ts';

const { historyMessages, historyMessageLength } = defaultPlanLimits;

/** What a turn's planner receives beside the input. */
export interface RunContext {
  readonly signal: AbortSignal;
  /** Epoch milliseconds: 60 % of the turn's time. The rules plan when no plan has come by then. */
  readonly deadline: number;
}

/** A planner that replaces the rules and the model. */
export type TurnPlanner = (input: PlanInput, context: RunContext) => Promise<PlanOutcome>;

/** The planners of an agent. */
export interface TurnPlanners {
  readonly planner?: TurnPlanner;
  /** Whether the model plans where the request does not say. */
  readonly usesModel: boolean;
  readonly client?: LlmClient;
  readonly clients?: Readonly<Partial<Record<string, LlmClient>>>;
  readonly route?: Router<string>;
  readonly crew?: CrewOrchestratorClient;
  readonly rules?: RuleOptions;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
  readonly logger: Logger;
}

/** A plan, and whose it is. */
export interface TurnPlan {
  readonly input: PlanInput;
  readonly outcome: PlanOutcome;
  readonly mode: 'local' | 'crew';
  readonly fallback?: DialogMeta['fallback'];
  /** Whether the rules alone lead to this plan, so that a replay can make it again. */
  readonly isRuled: boolean;
}

/** The input of a turn's plan: the dialog's own messages, else those of the request. */
export function planInputOf(request: DialogRequest, state: SessionState): PlanInput {
  const { options = {} } = request;
  const history: readonly DialogMessage[] =
    state.messages.length > 0 ? state.messages : (request.history ?? []);
  return {
    message: request.message,
    history,
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.topK === undefined ? {} : { topK: options.topK }),
    ...(state.pending === undefined ? {} : { pending: state.pending }),
    ...(state.asked.length === 0 ? {} : { asked: state.asked }),
  };
}

/** The plan that rules alone make: where no other planner is asked, and in a replay. */
export function planTurnByRules(
  request: DialogRequest,
  input: PlanInput,
  rules: RuleOptions,
): PlanOutcome {
  return request.options?.useMultiStepPlanner === false
    ? planSingleSearch(input, rules)
    : planByRules(input, rules);
}

/** Plans a turn with the planner its request asks for; falls back to the rules and says so. */
export async function planTurn(
  request: DialogRequest,
  state: SessionState,
  planners: TurnPlanners,
  context: RunContext,
): Promise<TurnPlan> {
  const { options = {} } = request;
  const { rules = {} } = planners;
  const input = planInputOf(request, state);
  const isRuled =
    options.useMultiStepPlanner === false ||
    (planners.planner === undefined && !usesModel(request, planners) && options.mode !== 'crew');
  const ruled = (): TurnPlan => ({
    input,
    outcome: planTurnByRules(request, input, rules),
    mode: 'local',
    isRuled: true,
  });
  if (isRuled) return ruled();
  const read = withoutAcknowledgement(readInput(input, rules));
  const isReply = input.pending !== undefined && readReply(read, input.pending).kind !== 'dropped';
  // A reply to an open question is read by the rules, whoever asked it.
  if (isReply) return ruled();
  if (options.mode === 'crew') return planByCrew(input, read, request, planners, context);
  return planLocally(input, read, request, planners, context);
}

function usesModel({ options = {} }: DialogRequest, planners: TurnPlanners): boolean {
  return options.useLlmPlanner ?? planners.usesModel;
}

async function planLocally(
  input: PlanInput,
  read: ReadInput,
  request: DialogRequest,
  planners: TurnPlanners,
  { signal, deadline }: RunContext,
): Promise<TurnPlan> {
  const { planner, client, clients, route, rules = {}, budget, clock, ids, timer } = planners;
  if (planner !== undefined) {
    // A planner is a user's code: it may never settle.
    const planned = await withinTime((inner) => planner(input, { signal: inner, deadline }), {
      signal,
      deadline,
      clock,
      timer,
    });
    if (planned.status === 'failed') throw planned.cause;
    if (planned.status === 'late') return plannedLate(input, rules);
    const given = planned.value;
    const { plan, accepted, reasons } = parsePlan(given.plan, { input });
    const outcome: PlanOutcome = accepted
      ? { ...given, plan }
      : { ...given, plan, source: 'rule-fallback', reasons: [...given.reasons, ...reasons] };
    return { input, outcome, mode: 'local', isRuled: false };
  }
  if (!usesModel(request, planners)) {
    return { input, outcome: planByRules(input, rules), mode: 'local', isRuled: true };
  }
  const byModel = (inner: AbortSignal): Promise<PlanOutcome> =>
    planMultiStepQuery(input, {
      ...rules,
      useLlmPlanner: true,
      ...(client === undefined ? {} : { client }),
      ...(clients === undefined ? {} : { clients }),
      ...(route === undefined ? {} : { route }),
      routeContext: routeContextOf(read),
      budget,
      signal: inner,
      deadline,
      clock,
      ids,
    });
  // A client may ignore its deadline.
  const planned = await withinTime(byModel, { signal, deadline, clock, timer });
  if (planned.status === 'failed') throw planned.cause;
  if (planned.status === 'late') {
    return { ...plannedLate(input, rules), fallback: { from: 'llm', reason: 'llm-timeout' } };
  }
  const outcome = planned.value;
  const isFallback = outcome.source === 'rule-fallback';
  const reason = outcome.reasons.find(({ code }) => code.startsWith('llm-'))?.code ?? 'llm-refused';
  return {
    input,
    outcome,
    mode: 'local',
    isRuled: false,
    ...(isFallback ? { fallback: { from: 'llm', reason } } : {}),
  };
}

function plannedLate(input: PlanInput, rules: RuleOptions): TurnPlan {
  const ruled = planByRules(input, rules);
  const reasons = [{ code: 'planner-late' }, ...ruled.reasons];
  const outcome: PlanOutcome = { ...ruled, source: 'rule-fallback', reasons };
  return { input, outcome, mode: 'local', isRuled: false };
}

async function planByCrew(
  input: PlanInput,
  read: ReadInput,
  dialogRequest: DialogRequest,
  planners: TurnPlanners,
  context: RunContext,
): Promise<TurnPlan> {
  const { crew, logger, clock, timer } = planners;
  const debug = dialogRequest.options?.debug;
  try {
    if (crew === undefined) throw new CrewError('crew-not-configured', 'the agent has no crew');
    const request: CrewPlanRequest = {
      conversation: [
        ...(input.history ?? [])
          .filter(({ role }) => role !== 'system')
          .slice(-historyMessages)
          .map(({ role, content }) => ({
            role,
            content: firstCodePoints(content, historyMessageLength),
          })),
        { role: 'user', content: input.message },
      ],
      locale: read.language,
      planOptions: { topK: read.topK, language: read.language },
      routeContext: routeContextOf(read),
      ...(debug === undefined ? {} : { debug }),
    };
    // The time of the turn is that of the agent's clock, which a crew client need not share.
    const outcome = await withinTime((signal) => crew.plan(request, { signal }), {
      ...context,
      clock,
      timer,
    });
    if (outcome.status === 'failed') throw outcome.cause;
    if (outcome.status === 'late')
      throw new CrewError('crew-timeout', 'the time of the turn is over');
    const given = outcome.value.plan;
    const { plan, accepted, reasons } = parsePlan(given, { input });
    if (!accepted) {
      const codes = reasons.map(({ code }) => code).join(', ');
      throw new CrewError('crew-plan-refused', `the crew's plan was refused: ${codes}`);
    }
    const taken: PlanOutcome = {
      plan,
      source: 'crew',
      reasons,
      scores: { clarify: 0, followup: 0 },
      usage: [],
      rawHash: sha256Hex(canonicalJson(toJsonValue(given))),
    };
    return { input, outcome: taken, mode: 'crew', isRuled: false };
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = CrewError.isInstance(error) ? error.code : 'crew-unreachable';
    logger.warn({ reason }, 'the crew gave no plan; the local planner takes over');
    const local = await planLocally(input, read, dialogRequest, planners, context);
    return { ...local, fallback: { from: 'crew', reason } };
  }
}
