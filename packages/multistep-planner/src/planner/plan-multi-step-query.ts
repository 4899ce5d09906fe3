import {
  type Budget,
  type Clock,
  type IdSource,
  type LlmClient,
  type LlmMessage,
  systemClock,
} from '@kanmon/core';
import { remainingBudget, checkOptions, type OptionNames } from '@kanmon/core/kit';
import { askForPlan, type ModelPlan } from './ask-for-plan.ts';
import type { PlanInput, PlanOutcome } from './plan-input.ts';
import { planByRules } from './plan-by-rules.ts';
import { readInput } from './read-input.ts';
import {
  createRouter,
  defaultRouteRules,
  type RouteChoice,
  type RouteContext,
  type Router,
} from './route.ts';
import { routeContextOf } from './route-context.ts';
import { ruleOptionNames, type RuleOptions, ruleOptionsOf } from './rule-options.ts';
import type { Reason } from '../wire/reason.ts';

/** How `planMultiStepQuery` plans. */
export interface PlanMultiStepOptions<M extends string = string> extends RuleOptions {
  /** @default false: the rule planner (seed 3.3) */
  readonly useLlmPlanner?: boolean;
  readonly client?: LlmClient;
  /** By route. */
  readonly clients?: Readonly<Partial<Record<M, LlmClient>>>;
  /** Chooses among `clients`. @default the rules of `defaultRouteRules`, from `20b` */
  readonly route?: Router<M>;
  /** What `route` judges by. @default measured on the input */
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
 * The seed's entry point (3.2): the rule plan, or a model's plan through the plan gate, with the
 * rule plan whenever no model gives a valid one. Rejects only when aborted, with the abort reason,
 * and for misuse.
 *
 * @example
 * const { plan, source, usage } = await planMultiStepQuery({ message }, { useLlmPlanner: true, client });
 */
export async function planMultiStepQuery<M extends string = string>(
  input: PlanInput,
  options: PlanMultiStepOptions<M> = {},
): Promise<PlanOutcome> {
  checkOptions<PlanMultiStepOptions<M>>(options, optionNames, 'planMultiStepQuery(input, options)');
  options.signal?.throwIfAborted();
  const ruled = planByRules(input, ruleOptionsOf(options));
  if (options.useLlmPlanner !== true) return ruled;
  const { tries, reasons: routed } = triesOf(input, options);
  if (tries.length === 0) return fallenBack(ruled, { reasons: [{ code: 'llm-not-configured' }] });
  const { budget = {}, maxRepairs = 1, clock = systemClock } = options;
  const startedAt = clock.now().getTime();
  const reasons: Reason[] = [...routed];
  const usage: PlanOutcome['usage'][number][] = [];
  let last: Pick<PlanOutcome, 'route' | 'rawHash'> = {};
  for (const [index, { name, client }] of tries.entries()) {
    const left = remainingBudget(budget, spentOf(usage), clock.now().getTime() - startedAt);
    if (left === null) {
      reasons.push({ code: 'llm-budget-exhausted' });
      break;
    }
    // The large model is asked only after the small one has failed, and once.
    const asked: ModelPlan = await askForPlan(client, input, {
      ...options,
      budget: left,
      maxRepairs: index === 0 ? maxRepairs : 0,
    });
    usage.push(...asked.usage);
    reasons.push(...asked.reasons);
    const rawHash = asked.rawHash ?? last.rawHash;
    last = {
      ...(name === undefined ? {} : { route: name }),
      ...(rawHash === undefined ? {} : { rawHash }),
    };
    if (asked.plan === null) continue;
    const source = asked.isRepaired ? 'llm-repaired' : 'llm';
    return { plan: asked.plan, source, reasons, scores: ruled.scores, usage, ...last };
  }
  return fallenBack(ruled, { reasons, usage, last });
}

const optionNames: OptionNames<PlanMultiStepOptions> = {
  ...ruleOptionNames,
  useLlmPlanner: true,
  client: true,
  clients: true,
  route: true,
  routeContext: true,
  used: true,
  maxRepairs: true,
  budget: true,
  signal: true,
  deadline: true,
  clock: true,
  ids: true,
  prompt: true,
};

/** What the attempts have used up. Clients report no price. */
function spentOf(usage: PlanOutcome['usage']): Parameters<typeof remainingBudget>[1] {
  return {
    calls: usage.length,
    inputTokens: usage.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0),
    outputTokens: usage.reduce((sum, { outputTokens = 0 }) => sum + outputTokens, 0),
    cost: 0,
  };
}

interface NamedClient {
  readonly name?: string;
  readonly client: LlmClient;
}

interface Tries {
  readonly tries: readonly NamedClient[];
  readonly reasons: readonly Reason[];
}

/** The routed client, then the largest other one: a refusal of the small model is worth one try on it. */
function triesOf<M extends string>(input: PlanInput, options: PlanMultiStepOptions<M>): Tries {
  const { client, clients, used } = options;
  if (clients === undefined)
    return { tries: client === undefined ? [] : [{ client }], reasons: [] };
  const named = new Map<string, LlmClient>();
  for (const name in clients) {
    const each = clients[name];
    if (each !== undefined) named.set(name, each);
  }
  const context = options.routeContext ?? routeContextOf(readInput(input, options));
  const choose = (each: RouteContext): RouteChoice<string> =>
    options.route === undefined ? defaultRouter(each, used) : options.route(each, used);
  const { model, locked, reasons } = choose(context);
  const routed = named.get(model);
  if (routed === undefined) return { tries: client === undefined ? [] : [{ client }], reasons };
  const first: NamedClient = { name: model, client: routed };
  if (locked) return { tries: [first], reasons };
  // What the router would choose for the hardest context is its largest allowed model.
  const hardest = choose({ ...context, contextTokens: Infinity, complexity: 'high' }).model;
  const large = named.get(hardest);
  const isOther = hardest !== model && large !== undefined;
  return { tries: isOther ? [first, { name: hardest, client: large }] : [first], reasons };
}

const defaultRouter: Router<string> = createRouter<string>(defaultRouteRules, {
  default: '20b',
  order: ['20b', '120b'],
});

function fallenBack(
  ruled: PlanOutcome,
  tried: {
    readonly reasons: readonly Reason[];
    readonly usage?: PlanOutcome['usage'];
    readonly last?: Pick<PlanOutcome, 'route' | 'rawHash'>;
  },
): PlanOutcome {
  const { reasons, usage = [], last = {} } = tried;
  return {
    ...ruled,
    source: 'rule-fallback',
    reasons: [...reasons, ...ruled.reasons],
    usage,
    ...last,
  };
}
