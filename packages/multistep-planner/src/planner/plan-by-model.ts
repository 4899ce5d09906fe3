import {
  type Budget,
  type Clock,
  type Finding,
  type IdSource,
  InvalidArgumentError,
  type LlmClient,
  LlmError,
  type LlmMessage,
  type LlmUsage,
  sha256Hex,
  systemClock,
} from '@kanmon/core';
import { type GateOutcome, runGate } from '@kanmon/core/gate';
import type { Repair } from '@kanmon/core/json';
import {
  checkArgument,
  checkFlags,
  checkOptions,
  checkPorts,
  portMethods,
  remainingBudget,
  toWellFormed,
  withoutUndefined,
} from '@kanmon/core/kit';
import { isUnwrapping, toPlan } from '../plan/parse-plan.ts';
import { definePlanGate } from '../plan/plan-gate.ts';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import { checkShape } from '../wire/check-input.ts';
import type { Reason } from '../wire/values.ts';
import { planReadTurn } from './plan-by-rules.ts';
import { promptOf } from './planner-prompt.ts';
import { readTurn } from './read-turn.ts';
import type { PlanInput, PlanOutcome, ReadTurn } from './turn.ts';
import {
  defaultRouteRules,
  type RouteChoice,
  routeChoiceSchema,
  type RouteContext,
  routeContextOf,
  type Router,
  routerOf,
} from './route.ts';
import { ruleOptionNames, type RuleOptions, ruleOptionsOf } from './rule-options.ts';

/** Options of `planMultiStepQuery`. */
export interface PlanMultiStepOptions<M extends string = string> extends RuleOptions {
  /** False: the rules plan. @default true where `client` or `clients` is passed */
  readonly useLlmPlanner?: boolean;
  readonly client?: LlmClient;
  /** By route. */
  readonly clients?: Readonly<Partial<Record<M, LlmClient>>>;
  /** Chooses among `clients`. @default the rules of `defaultRouteRules`, from `20b` */
  readonly route?: Router<M>;
  /** The context that `route` judges. @default measured on the input */
  readonly routeContext?: RouteContext;
  /** Calls of each model so far, for the router's caps. */
  readonly used?: Partial<Record<M, number>>;
  /** Corrections of one model's plan. @default 1 */
  readonly maxRepairs?: number;
  /** Of all attempts of all models together; the routed model has 1 + `maxRepairs`, the larger one a single one. */
  readonly budget?: Budget;
  readonly signal?: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline?: number;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Replaces the built-in prompt. @default renderPlannerPrompt */
  readonly prompt?: (input: PlanInput) => readonly LlmMessage[];
}

/**
 * Plans a message by the model of `client` or `clients`, behind the plan gate; by the rules without one. The rules
 * plan whenever no model returns a valid plan. Rejects only when aborted, with the abort reason, and
 * for misuse.
 *
 * @example
 * const { plan, source, usage } = await planMultiStepQuery({ message }, { client });
 */
export async function planMultiStepQuery<M extends string = string>(
  input: PlanInput,
  options: PlanMultiStepOptions<M> = {},
): Promise<PlanOutcome> {
  checkOptions(
    options,
    `${ruleOptionNames} useLlmPlanner client clients route routeContext used maxRepairs budget signal deadline clock ids prompt`,
    'planMultiStepQuery(input, options)',
  );
  const { signal, client, clients, useLlmPlanner } = options;
  checkFlags({ useLlmPlanner });
  checkPorts(options, { ...portMethods, route: 'call', prompt: 'call' });
  checkClients(options);
  signal?.throwIfAborted();
  const turn = readTurn(input, ruleOptionsOf(options));
  const usesModel = useLlmPlanner ?? (client ?? clients) !== undefined;
  return usesModel ? planByModel(turn, options) : planReadTurn(turn);
}

/**
 * Asks the models of the options one after the other for a plan of an input that was read. Passes the cause of each
 * failed call to `onFailed`.
 */
export async function planByModel<M extends string>(
  turn: ReadTurn,
  options: PlanMultiStepOptions<M>,
  onFailed?: (cause: unknown) => void,
): Promise<PlanOutcome> {
  const ruled = planReadTurn(turn);
  const { tries, reasons: routed } = triesOf(turn, options, onFailed);
  const { budget = {}, maxRepairs = 1, clock = systemClock } = options;
  const startedAt = clock.now().getTime();
  const reasons: Reason[] = [...routed];
  const usage: LlmUsage[] = [];
  let last: Pick<PlanOutcome, 'route' | 'rawHash'> = {};
  for (const [index, { route, client }] of tries.entries()) {
    const left = remainingBudget(budget, spentOf(usage), clock.now().getTime() - startedAt);
    if (left === null) {
      reasons.push({ code: 'llm-budget-exhausted' });
      break;
    }
    // The large model is asked only after the small one has failed, and once.
    const repairs = index === 0 ? maxRepairs : 0;
    const asked = await askForPlan(client, turn, repairs, { ...options, budget: left });
    usage.push(...asked.usage);
    reasons.push(...asked.reasons);
    if (asked.cause !== undefined) onFailed?.(asked.cause);
    last = withoutUndefined({ route, rawHash: asked.rawHash ?? last.rawHash });
    if (asked.plan === null) continue;
    const source = asked.isRepaired ? 'llm-repaired' : 'llm';
    return { plan: asked.plan, source, reasons, scores: ruled.scores, usage, ...last };
  }
  return {
    ...ruled,
    source: 'rule-fallback',
    reasons: [...reasons, ...ruled.reasons],
    usage,
    ...last,
  };
}

/** Returns what the attempts have used up. Clients report no price. */
function spentOf(usage: readonly LlmUsage[]): Parameters<typeof remainingBudget>[1] {
  return {
    calls: usage.length,
    inputTokens: usage.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0),
    outputTokens: usage.reduce((sum, { outputTokens = 0 }) => sum + outputTokens, 0),
    cost: 0,
  };
}

interface NamedClient {
  readonly route?: string;
  readonly client: LlmClient;
}

/** The clients to ask, in this order, and the reasons of the route. Without a client the reasons name the cause. */
interface Tries {
  readonly tries: readonly NamedClient[];
  readonly reasons: readonly Reason[];
}

/** The routed client, else `client`. A route is a user's code: it may throw, and its choice is checked. */
function triesOf<M extends string>(
  turn: ReadTurn,
  options: PlanMultiStepOptions<M>,
  onFailed?: (cause: unknown) => void,
): Tries {
  const { client, clients } = options;
  const unrouted = client === undefined ? [] : [{ client }];
  if (clients === undefined) {
    return {
      tries: unrouted,
      reasons: client === undefined ? [{ code: 'llm-not-configured' }] : [],
    };
  }
  try {
    const { tries, reasons } = routedTries(turn, { ...options, clients });
    return client === undefined || tries.length > 0
      ? { tries, reasons }
      : { tries: unrouted, reasons: [] };
  } catch (cause) {
    onFailed?.(cause);
    return { tries: unrouted, reasons: [{ code: 'llm-route-failed' }] };
  }
}

/** The routed client, then the largest other one: a refusal of the small model is worth one try on it. */
function routedTries<M extends string>(
  turn: ReadTurn,
  options: PlanMultiStepOptions<M> & Required<Pick<PlanMultiStepOptions<M>, 'clients'>>,
): Tries {
  const { used } = options;
  const named: Readonly<Record<string, LlmClient | undefined>> = options.clients;
  const clientOf = (route: string): LlmClient | undefined =>
    Object.hasOwn(named, route) ? named[route] : undefined;
  const context = options.routeContext ?? routeContextOf(turn);
  const choose = (each: RouteContext): RouteChoice<string> =>
    options.route === undefined
      ? defaultRouter(each, used)
      : checkShape(routeChoiceSchema, options.route(each, used), 'the choice of options.route');
  const { model, locked, reasons } = choose(context);
  const routed = clientOf(model);
  if (routed === undefined)
    return { tries: [], reasons: [{ code: 'llm-not-configured', params: { route: model } }] };
  const tries: NamedClient[] = [{ route: model, client: routed }];
  // The choice for the hardest context is the largest allowed model.
  const hardest = { ...context, contextTokens: Infinity, complexity: 'high' as const };
  const larger = locked ? model : choose(hardest).model;
  const large = clientOf(larger);
  if (larger !== model && large !== undefined) tries.push({ route: larger, client: large });
  return { tries, reasons };
}

const defaultOrder = ['20b', '120b'];
const defaultRouter: Router<string> = routerOf<string>(defaultRouteRules, {
  default: '20b',
  order: defaultOrder,
});

/** Throws `InvalidArgumentError` for clients by route of which none could ever be asked. */
export function checkClients({
  client,
  clients,
  route,
}: Pick<PlanMultiStepOptions, 'client' | 'clients' | 'route'>): void {
  if (clients === undefined) return;
  checkArgument('options.clients', 'an object', clients);
  for (const each of Object.values(clients)) checkPorts({ client: each }, portMethods);
  const names = Object.keys(clients).filter((name) => clients[name] !== undefined);
  if (
    client !== undefined ||
    names.some((name) => route !== undefined || defaultOrder.includes(name))
  )
    return;
  throw new InvalidArgumentError(
    names.length === 0
      ? 'options.clients has no client; pass one, or leave it out'
      : `no client of options.clients is named ${defaultOrder.join(' or ')}, the names of the default route; rename one, or pass options.route`,
  );
}

/** The answer of one model. */
interface ModelPlan {
  readonly plan: MultiStepQueryPlan | null;
  readonly isRepaired: boolean;
  readonly usage: readonly LlmUsage[];
  readonly reasons: readonly Reason[];
  /** Of the model's last text; absent when it gave none. */
  readonly rawHash?: string;
  /** Of a failed call. */
  readonly cause?: unknown;
}

/**
 * Asks one model for a plan: request, plan gate, correction with the findings, under one budget.
 * Rejects only when aborted: with the abort reason, or with the client's own error of kind `aborted`.
 */
async function askForPlan(
  client: LlmClient,
  turn: ReadTurn,
  maxRepairs: number,
  { budget = {}, signal, deadline, clock, ids, prompt }: PlanMultiStepOptions,
): Promise<ModelPlan> {
  const { language, topK, limits } = turn;
  const maxAttempts = Math.min(1 + maxRepairs, budget.maxAttempts ?? Infinity);
  let lastText: string | undefined;
  const outcome = await runGate(definePlanGate({ language, topK, limits }), {
    client,
    messages: prompt === undefined ? promptOf(turn) : prompt(turn.input),
    budget: { ...budget, maxAttempts },
    // A plan that was cut off is refused as a whole: its rest would be guessed.
    correction: { continueTruncated: false },
    locale: language === 'ja' ? 'ja' : 'en',
    onEvent: (event) => {
      if (event.type === 'response-received' && 'text' in event) lastText = event.text;
    },
    ...withoutUndefined({ signal, deadline, clock, ids }),
  });
  signal?.throwIfAborted();
  const usage = outcome.attempts.map((attempt) => attempt.usage);
  const raw = lastText === undefined ? {} : { rawHash: sha256Hex(toWellFormed(lastText)) };
  if (outcome.status === 'rejected') {
    const { cause } = outcome;
    if (LlmError.isInstance(cause) && cause.kind === 'aborted') throw cause;
    return {
      plan: null,
      isRepaired: false,
      usage,
      reasons: refusalReasons(outcome),
      cause,
      ...raw,
    };
  }
  const reasons: readonly Reason[] = [
    ...correctedReasons(outcome.attempts),
    ...repairReasons(outcome.attempts.at(-1)?.repairs ?? []),
    ...outcome.warnings.map(({ code, path }) => ({ code, params: { path } })),
  ];
  const isRepaired = outcome.attempts.length > 1 || reasons.length > 0;
  return { plan: toPlan(outcome.value), isRepaired, usage, reasons, ...raw };
}

type Rejected = Extract<GateOutcome<MultiStepQueryPlan>, { readonly status: 'rejected' }>;

/** Repairs before the plan gate saw the value: a wrapper was opened, nulls were removed. */
function repairReasons(repairs: readonly Repair[]): readonly Reason[] {
  const nulls = repairs.flatMap(({ kind, path }) =>
    kind === 'null-member' && path !== undefined ? [path] : [],
  );
  return [
    ...(repairs.some(isUnwrapping) ? [{ code: 'plan-unwrapped', params: { path: '' } }] : []),
    ...nulls.map((path) => ({ code: 'null-dropped', params: { path } })),
  ];
}

/** The faults of the answers before the one that passed. */
function correctedReasons(attempts: Rejected['attempts']): readonly Reason[] {
  if (attempts.length < 2) return [];
  const refused = attempts.slice(0, -1).flatMap(({ findings }) => refusalsAmong(findings));
  return [{ code: 'llm-corrected', params: { attempts: attempts.length } }, ...refused];
}

function refusalsAmong(findings: readonly Finding[]): readonly Reason[] {
  return findings
    .filter(({ severity, rule }) => severity === 'must' && rule !== 'schema')
    .map(({ code, path }) => ({ code, params: { path } }));
}

/** Why the model's plan was not taken: the failed call, else how the run ended and its faults. */
function refusalReasons(outcome: Rejected): readonly Reason[] {
  const { cause, reason, attempts } = outcome;
  if (LlmError.isInstance(cause)) return [{ code: `llm-${cause.kind}` }];
  // A client that throws another error: its call failed, which is not an answer without a plan.
  if (cause !== undefined) return [{ code: `llm-${reason}` }];
  const last = attempts.at(-1);
  if (last?.finish === 'length') return [{ code: 'llm-length' }];
  if (last !== undefined && !last.extracted && last.findings.length === 0) {
    return [{ code: reason === 'refused' ? 'llm-refused' : 'llm-no-plan' }];
  }
  return [{ code: `llm-${reason}` }, ...refusalsAmong(last?.findings ?? [])];
}
