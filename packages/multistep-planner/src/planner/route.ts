import { checkOptions } from '@kanmon/core/kit';
import * as z from 'zod';
import { splitClean } from '../decide/split-intents.ts';
import { checkShape } from '../wire/check-input.ts';
import { type Reason, reasonSchema } from '../wire/values.ts';
import type { ReadTurn } from './turn.ts';

/** The context by which a route is chosen. A missing field matches no rule. */
export interface RouteContext {
  readonly contextTokens: number;
  /** Of the retrieval so far, 0 to 1. */
  readonly recall?: number;
  readonly complexity?: 'low' | 'medium' | 'high';
  /** none, legal, security, policy, or a tag of one's own. */
  readonly safetyTag?: string;
  readonly depth?: number;
  readonly requiresSafeMode?: boolean;
}

/** Schema of `RouteContext`. */
export const routeContextSchema: z.ZodType<RouteContext> = z.object({
  contextTokens: z.number(),
  recall: z.number().exactOptional(),
  complexity: z.enum(['low', 'medium', 'high']).exactOptional(),
  safetyTag: z.string().exactOptional(),
  depth: z.number().exactOptional(),
  requiresSafeMode: z.boolean().exactOptional(),
});

/** One comparison of a field. */
export interface RouteCondition {
  readonly field: keyof RouteContext;
  readonly op: 'in' | '>' | '>=' | '<' | '<=' | '==';
  readonly value: string | number | boolean | readonly (string | number | boolean)[];
}

/** One rule of a router, as data: when all conditions hold, use the model. */
export interface RouteRule<M extends string> {
  readonly name: string;
  readonly when: readonly RouteCondition[];
  readonly use: M;
  readonly effect: 'raise' | 'lower';
  /** A locked choice is changed by no later rule, cap or force. */
  readonly lock?: boolean;
}

/** The models of a router, and the bounds of its choice. */
export interface RouterOptions<M extends string> {
  readonly default: M;
  /** From the smallest model to the largest. */
  readonly order: readonly M[];
  /** Most calls of a model; over it the next smaller one is used. */
  readonly caps?: Partial<Record<M, number>>;
  /** Used whatever the rules choose, unless one has locked its choice. */
  readonly force?: M;
}

/** The model, whether a safety rule has fixed it, and why. */
export interface RouteChoice<M extends string> {
  readonly model: M;
  readonly locked: boolean;
  readonly reasons: readonly Reason[];
}

/** Schema of `RouteChoice`. */
export const routeChoiceSchema: z.ZodType<RouteChoice<string>> = z.object({
  model: z.string(),
  locked: z.boolean(),
  reasons: z.array(reasonSchema),
});

/** Chooses a model for a context; `used` counts the calls so far. Pure. */
export type Router<M extends string> = (
  context: RouteContext,
  used?: Partial<Record<M, number>>,
) => RouteChoice<M>;

/** The small and the large model of the contract. */
export type DefaultRoute = '20b' | '120b';

/** Safety first and locked, then load and difficulty; the limits are those of the contract. */
export const defaultRouteRules: readonly RouteRule<DefaultRoute>[] = [
  {
    name: 'safety-tag',
    when: [{ field: 'safetyTag', op: 'in', value: ['legal', 'security', 'policy'] }],
    use: '120b',
    effect: 'raise',
    lock: true,
  },
  {
    name: 'safe-mode',
    when: [{ field: 'requiresSafeMode', op: '==', value: true }],
    use: '120b',
    effect: 'raise',
    lock: true,
  },
  {
    name: 'long-context',
    when: [{ field: 'contextTokens', op: '>', value: 2000 }],
    use: '120b',
    effect: 'raise',
  },
  {
    name: 'low-recall',
    when: [{ field: 'recall', op: '<', value: 0.6 }],
    use: '120b',
    effect: 'raise',
  },
  {
    name: 'complex',
    when: [{ field: 'complexity', op: '==', value: 'high' }],
    use: '120b',
    effect: 'raise',
  },
  {
    name: 'shallow',
    when: [
      { field: 'depth', op: '<=', value: 2 },
      { field: 'recall', op: '>=', value: 0.8 },
    ],
    use: '20b',
    effect: 'lower',
  },
];

const ruleListSchema = z.array(z.object({ when: z.array(z.unknown()) }));

/**
 * A router over rules: all raises, then lowers, then caps, then `force`. A locked result is changed
 * by none of them: safety is never downgraded.
 */
export function createRouter<M extends string>(
  rules: readonly RouteRule<M>[],
  options: RouterOptions<M>,
): Router<M> {
  checkOptions(options, 'default order caps force', 'createRouter(rules, options)');
  checkShape(ruleListSchema, rules, 'rules');
  checkShape(z.array(z.string()), options.order, 'options.order');
  return routerOf(rules, options);
}

/** `createRouter` for rules and options that were checked. */
export function routerOf<M extends string>(
  rules: readonly RouteRule<M>[],
  { default: start, order, caps = {}, force }: RouterOptions<M>,
): Router<M> {
  const limits: Partial<Record<M, number>> = caps;
  const rank = (model: M): number => order.indexOf(model);
  return (context, used = {}) => {
    const reasons: Reason[] = [];
    let model = start;
    let locked = false;
    const matching = rules.filter(({ when }) =>
      when.every((condition) => holds(condition, context)),
    );
    for (const rule of matching.filter(({ effect }) => effect === 'raise')) {
      if (rule.lock === true) locked = true;
      if (rank(rule.use) > rank(model)) model = rule.use;
      reasons.push({ code: 'route-raised', params: { rule: rule.name, model: rule.use } });
    }
    for (const rule of matching.filter(({ effect }) => effect === 'lower')) {
      if (locked || rank(rule.use) >= rank(model)) continue;
      model = rule.use;
      reasons.push({ code: 'route-lowered', params: { rule: rule.name, model } });
    }
    const isOver = (candidate: M): boolean =>
      (used[candidate] ?? 0) >= (limits[candidate] ?? Infinity);
    if (locked) {
      if (isOver(model)) reasons.push({ code: 'cap-exceeded-for-safety', params: { model } });
      return { model, locked, reasons };
    }
    if (isOver(model)) {
      const smaller = order
        .slice(0, Math.max(0, rank(model)))
        .findLast((candidate) => !isOver(candidate));
      reasons.push({ code: 'route-capped', params: { model } });
      if (smaller !== undefined) model = smaller;
    }
    if (force !== undefined && force !== model) {
      model = force;
      reasons.push({ code: 'route-forced', params: { model } });
    }
    return { model, locked, reasons };
  };
}

function holds({ field, op, value }: RouteCondition, context: RouteContext): boolean {
  const given = context[field];
  if (given === undefined) return false;
  if (op === 'in') return Array.isArray(value) && value.some((each) => each === given);
  if (op === '==') return given === value;
  if (typeof given !== 'number' || typeof value !== 'number') return false;
  if (op === '>') return given > value;
  if (op === '>=') return given >= value;
  return op === '<' ? given < value : given <= value;
}

/** Cautious for Japanese, where a token is about one character. */
const charactersPerToken = 1.5;

/** Returns the context of an input: its size, how many things it asks for, how far the dialog has come. */
export function routeContextOf({ history, message, language }: ReadTurn): RouteContext {
  const characters = history.reduce(
    (sum, { content }) => sum + content.length,
    message.text.length,
  );
  const parts = splitClean(message.text, language).length;
  return {
    contextTokens: Math.ceil(characters / charactersPerToken),
    complexity: parts > 2 ? 'high' : parts > 1 ? 'medium' : 'low',
    safetyTag: 'none',
    depth: history.filter(({ role }) => role === 'user').length + 1,
  };
}
