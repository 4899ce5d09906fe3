import type { SessionState } from '../context/session-state.ts';
import { CrewError, type CrewPlanRequest } from '../crew/crew-contract.ts';
import type { CrewOrchestratorClient } from '../crew/crew-orchestrator-client.ts';
import { parseTurnPlan } from '../plan/parse-plan.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { planByModel } from '../planner/plan-by-model.ts';
import { planReadSearch, planReadTurn } from '../planner/plan-by-rules.ts';
import type { PlanInput, PlanOutcome, ReadTurn } from '../planner/turn.ts';
import { routeContextOf, type Router } from '../planner/route.ts';
import type { DialogMeta, DialogRequest } from '../wire/dialog-schema.ts';
import { firstCodePoints, toJsonValue } from '../wire/values.ts';
import { planOutcomeSchema, type TurnPlan } from './turn-events.ts';
import { type TimeBounds, withinTime } from './within-time.ts';
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
import { withoutUndefined } from '@kanmon/core/kit';

/** The bounds that a turn's planner receives beside the input. */
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
  /** True where the model plans the turns whose request leaves it open. */
  readonly usesModel: boolean;
  readonly client?: LlmClient;
  readonly clients?: Readonly<Partial<Record<string, LlmClient>>>;
  readonly route?: Router<string>;
  readonly crew?: CrewOrchestratorClient;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
  /** Never throws. */
  readonly warn: Logger['warn'];
}

/** Returns the input of a turn's plan: the dialog's own messages, else those of the request. */
export function planInputOf(request: DialogRequest, state: SessionState): PlanInput {
  const { message, history = [], options = {} } = request;
  return withoutUndefined({
    message,
    history: state.messages.length > 0 ? state.messages : history,
    language: options.language,
    topK: options.topK,
    pending: state.pending,
    asked: state.asked.length === 0 ? undefined : state.asked,
  });
}

/** Returns the plan that the rules make: where no other planner is asked, and in a replay. */
export function planTurnByRules(turn: ReadTurn, { options = {} }: DialogRequest): PlanOutcome {
  return options.useMultiStepPlanner === false ? planReadSearch(turn) : planReadTurn(turn);
}

/** One turn that is being planned. */
interface Planning extends TimeBounds {
  readonly turn: ReadTurn;
  readonly request: DialogRequest;
  readonly planners: TurnPlanners;
}

/** Returns the plan; null where this planner is not asked; the reason where it was and has no plan. */
type PlanAttempt = TurnPlan | null | { readonly failed: NonNullable<DialogMeta['fallback']> };

/** In the order in which they are asked; the last one always has a plan. */
const planners: readonly ((planning: Planning) => PlanAttempt | Promise<PlanAttempt>)[] = [
  singleSearch,
  replyByRules,
  crewPlan,
  ownPlan,
  modelPlan,
];

/** Plans a turn with the planner its request asks for; falls back to the rules and names the reason. */
export async function planTurn(
  turn: ReadTurn,
  request: DialogRequest,
  own: TurnPlanners,
  context: RunContext,
): Promise<TurnPlan> {
  const { clock, timer } = own;
  const planning: Planning = { ...context, clock, timer, turn, request, planners: own };
  let failed: DialogMeta['fallback'];
  for (const plan of planners) {
    const attempt = await plan(planning);
    if (attempt === null) continue;
    if (!('failed' in attempt)) return { ...attempt, ...(failed && { fallback: failed }) };
    ({ failed } = attempt);
  }
  return { ...ruled(planReadTurn(turn)), ...(failed && { fallback: failed }) };
}

function ruled(outcome: PlanOutcome): TurnPlan {
  return { outcome, mode: 'local', isRuled: true };
}

function singleSearch({ turn, request }: Planning): PlanAttempt {
  return request.options?.useMultiStepPlanner === false ? ruled(planReadSearch(turn)) : null;
}

/** A reply to an open question is read by the rules, whichever planner has asked it. */
function replyByRules({ turn }: Planning): PlanAttempt {
  const isReply = turn.pending !== undefined && turn.request.reply?.kind !== 'dropped';
  return isReply ? ruled(planReadTurn(turn)) : null;
}

async function crewPlan(planning: Planning): Promise<PlanAttempt> {
  const { request, planners: own, signal } = planning;
  if (request.options?.mode !== 'crew') return null;
  try {
    const outcome = await askCrew(planning);
    return { outcome, mode: 'crew', isRuled: false };
  } catch (error) {
    signal.throwIfAborted();
    const reason = CrewError.isInstance(error) ? error.code : 'crew-unreachable';
    own.warn({ reason }, 'the crew gave no plan; the local planner takes over');
    return { failed: { from: 'crew', reason } };
  }
}

async function askCrew(planning: Planning): Promise<PlanOutcome> {
  const { turn, request, planners: own } = planning;
  const { crew } = own;
  if (crew === undefined) throw new CrewError('crew-not-configured', 'the agent has no crew');
  const crewRequest = crewRequestOf(turn, request);
  // The time of the turn is that of the agent's clock, which a crew client need not share.
  const asked = await withinTime((signal) => crew.plan(crewRequest, { signal }), planning);
  if (asked.status === 'failed') throw asked.cause;
  if (asked.status === 'late') throw new CrewError('crew-timeout', 'the time of the turn is over');
  const given = asked.value.plan;
  const { plan, accepted, reasons } = parseTurnPlan(given, turn);
  if (!accepted) {
    const codes = reasons.map(({ code }) => code).join(', ');
    throw new CrewError('crew-plan-refused', `the crew's plan was refused: ${codes}`);
  }
  const rawHash = sha256Hex(canonicalJson(toJsonValue(given)));
  const scores = { clarify: 0, followup: 0 };
  return { plan, source: 'crew', reasons, scores, usage: [], rawHash };
}

const { historyMessages, historyMessageLength } = defaultPlanLimits;

function crewRequestOf(turn: ReadTurn, { options = {} }: DialogRequest): CrewPlanRequest {
  const { input, language, topK } = turn;
  const earlier = (input.history ?? [])
    .filter(({ role }) => role !== 'system')
    .slice(-historyMessages)
    .map(({ role, content }) => ({
      role,
      content: firstCodePoints(content, historyMessageLength),
    }));
  return withoutUndefined({
    conversation: [...earlier, { role: 'user' as const, content: input.message }],
    locale: language,
    planOptions: { topK, language },
    routeContext: routeContextOf(turn),
    debug: options.debug,
  });
}

/**
 * A planner is a user's code: it may throw or never resolve, its plan goes through the plan gate, and its outcome
 * has to be one that can be read from the journal.
 */
async function ownPlan(planning: Planning): Promise<PlanAttempt> {
  const { turn, planners: own, signal, deadline } = planning;
  const { planner } = own;
  if (planner === undefined) return null;
  const planned = await withinTime(async (inner): Promise<PlanOutcome> => {
    const given = await planner(turn.input, { signal: inner, deadline });
    const { plan, accepted, reasons } = parseTurnPlan(given.plan, turn);
    const outcome = planOutcomeSchema.parse(toJsonValue({ ...given, plan }));
    return accepted
      ? outcome
      : { ...outcome, source: 'rule-fallback', reasons: [...outcome.reasons, ...reasons] };
  }, planning);
  signal.throwIfAborted();
  if (planned.status === 'late') return plannedInstead(turn, 'planner-late');
  if (planned.status === 'failed') {
    own.warn({ error: planned.cause }, 'the planner failed; the rules take over');
    return plannedInstead(turn, 'planner-failed');
  }
  return { outcome: planned.value, mode: 'local', isRuled: false };
}

async function modelPlan(planning: Planning): Promise<PlanAttempt> {
  const { turn, request, planners: own, deadline } = planning;
  if (!(request.options?.useLlmPlanner ?? own.usesModel)) return null;
  const { client, clients, route, budget, clock, ids } = own;
  const options = withoutUndefined({ client, clients, route, budget, clock, ids, deadline });
  let error: unknown;
  const note = (cause: unknown): void => {
    error = cause;
  };
  // A client may ignore its deadline.
  const planned = await withinTime(
    (signal) => planByModel(turn, { ...options, signal }, note),
    planning,
  );
  if (planned.status === 'failed') throw planned.cause;
  if (planned.status === 'late') {
    own.warn({ reason: 'llm-timeout' }, fellBack);
    return {
      ...plannedInstead(turn, 'planner-late'),
      fallback: { from: 'llm', reason: 'llm-timeout' },
    };
  }
  const outcome = planned.value;
  const reason = outcome.reasons.find(({ code }) => code.startsWith('llm-'))?.code ?? 'llm-refused';
  const isFallback = outcome.source === 'rule-fallback';
  const plan: TurnPlan = { outcome, mode: 'local', isRuled: false };
  if (!isFallback) return plan;
  own.warn(withoutUndefined({ reason, error }), fellBack);
  return { ...plan, fallback: { from: 'llm', reason } };
}

const fellBack = 'the model gave no plan; the rules take over';

/** The plan of the rules where the planner that was asked gave none. */
function plannedInstead(turn: ReadTurn, code: 'planner-late' | 'planner-failed'): TurnPlan {
  const { reasons, ...rest } = planReadTurn(turn);
  const outcome: PlanOutcome = {
    ...rest,
    source: 'rule-fallback',
    reasons: [{ code }, ...reasons],
  };
  return { outcome, mode: 'local', isRuled: false };
}
