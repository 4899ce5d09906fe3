import type { Budget, Clock, IdSource, LlmClient, LlmMessage } from '@kanmon/core';
import { askForPlan, type ModelPlan } from './ask-for-plan.ts';
import type { PlanInput, PlanOutcome } from './plan-input.ts';
import { planByRules } from './plan-by-rules.ts';
import type { RouteChoice, RouteContext, Router } from './route.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Reason } from '../wire/reason.ts';

/** How `planMultiStepQuery` plans. */
export interface PlanMultiStepOptions<M extends string = string> extends RuleOptions {
  /** @default false: the rule planner (seed 3.3) */
  readonly useLlmPlanner?: boolean;
  readonly client?: LlmClient;
  /** By route; with `router` and `routeContext`. */
  readonly clients?: Readonly<Partial<Record<M, LlmClient>>>;
  readonly router?: Router<M>;
  readonly routeContext?: RouteContext;
  /** Calls of each model so far, for the router's caps. */
  readonly used?: Partial<Record<M, number>>;
  /** Corrections of one model's plan. @default 1 */
  readonly maxRepairs?: number;
  /** Of all attempts together; `maxAttempts` is at most 1 + `maxRepairs` a model. */
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
  options.signal?.throwIfAborted();
  const ruled = planByRules(input, options);
  if (options.useLlmPlanner !== true) return ruled;
  const route = routeOf(options);
  const tries = clientsToTry(options, route);
  if (tries.length === 0) return fallenBack(ruled, [{ code: 'llm-not-configured' }], [], undefined);
  const reasons: Reason[] = [...(route?.reasons ?? [])];
  const usage: PlanOutcome['usage'][number][] = [];
  let lastRoute: string | undefined;
  for (const { name, client } of tries) {
    lastRoute = name;
    // The large model is asked only after the small one has failed.
    // oxlint-disable-next-line no-await-in-loop
    const asked: ModelPlan = await askForPlan(client, input, options);
    usage.push(...asked.usage);
    reasons.push(...asked.reasons);
    if (asked.plan === null) continue;
    const { scores } = ruled;
    const source = asked.isRepaired ? 'llm-repaired' : 'llm';
    return withRoute({ plan: asked.plan, source, reasons, scores, usage }, name);
  }
  return fallenBack(ruled, reasons, usage, lastRoute);
}

interface NamedClient {
  readonly name?: string;
  readonly client: LlmClient;
}

function routeOf<M extends string>(options: PlanMultiStepOptions<M>): RouteChoice<M> | null {
  const { router, routeContext = { contextTokens: 0 }, used } = options;
  return router === undefined ? null : router(routeContext, used);
}

/** The routed client, then the largest other one: a refusal of the small model is worth one try on it. */
function clientsToTry<M extends string>(
  { client, clients, used, router, routeContext }: PlanMultiStepOptions<M>,
  route: RouteChoice<M> | null,
): readonly NamedClient[] {
  if (route === null || clients === undefined) return client === undefined ? [] : [{ client }];
  const routed = clients[route.model] ?? client;
  const first: readonly NamedClient[] =
    routed === undefined ? [] : [{ name: route.model, client: routed }];
  if (router === undefined || route.locked) return first;
  // What the router would choose for the hardest context is its largest allowed model.
  const hardest = router({ ...routeContext, contextTokens: Infinity, complexity: 'high' }, used);
  const large = clients[hardest.model];
  if (hardest.model === route.model || large === undefined) return first;
  return [...first, { name: hardest.model, client: large }];
}

function fallenBack(
  ruled: PlanOutcome,
  reasons: readonly Reason[],
  usage: PlanOutcome['usage'],
  route: string | undefined,
): PlanOutcome {
  return withRoute(
    { ...ruled, source: 'rule-fallback', reasons: [...reasons, ...ruled.reasons], usage },
    route,
  );
}

function withRoute(outcome: PlanOutcome, route: string | undefined): PlanOutcome {
  return route === undefined ? outcome : { ...outcome, route };
}
