import type { Finding, JsonPointer, JsonValue } from '@kanmon/core';
import { assertGated, type Gated } from '@kanmon/core/gate';
import { extractJson, type Repair } from '@kanmon/core/json';
import { checkOptions } from '@kanmon/core/kit';
import { planReadTurn } from '../planner/plan-by-rules.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanInput, ReadTurn } from '../planner/turn.ts';
import type { Reason } from '../wire/values.ts';
import { planSearch } from './locate-plan.ts';
import type { PlanFindingCode, PlanRefusalCode } from './plan-finding.ts';
import { definePlanGate, planGateName } from './plan-gate.ts';
import type { PlanLimits } from './plan-limits.ts';
import { type MultiStepQueryPlan, planSchema } from './plan.ts';

/** Options of `parsePlan`. */
export interface ParsePlanOptions {
  /** The message that is planned: fills in language and topK, and feeds the rule plan. */
  readonly input: PlanInput;
  readonly limits?: Partial<PlanLimits>;
  /** Plans when the raw plan is refused. @default the rule planner */
  readonly fallback?: (input: PlanInput) => MultiStepQueryPlan;
}

/** A valid plan in every case, and how it came about. */
export interface PlanGateResult {
  readonly plan: MultiStepQueryPlan;
  /** True for the given plan, perhaps repaired. */
  readonly accepted: boolean;
  readonly source: 'as-given' | 'repaired' | 'rule-fallback';
  readonly findings: readonly Finding<PlanFindingCode>[];
  readonly reasons: readonly Reason[];
  /** Present iff accepted: the same plan, frozen and registered with core's gate. */
  readonly gated?: Gated<MultiStepQueryPlan>;
}

/**
 * Returns a valid plan for any value: the given plan, the given plan with named lossless repairs, or
 * the rule plan with the reasons of the refusal. Synchronous; never throws because of `raw`. Linear
 * in the length of the text.
 *
 * @example
 * const { plan, source, reasons } = parsePlan(modelText, { input: { message } });
 */
export function parsePlan(raw: unknown, options: ParsePlanOptions): PlanGateResult {
  checkOptions(options, 'input limits fallback', 'parsePlan(raw, options)');
  // A caller without types may pass none: the input is checked where it is read.
  const { input, limits = {}, fallback } = { ...options };
  return parseTurnPlan(raw, readTurn(input, { limits }), fallback);
}

/** `parsePlan` for an input that was read. */
export function parseTurnPlan(
  raw: unknown,
  turn: ReadTurn,
  fallback?: ParsePlanOptions['fallback'],
): PlanGateResult {
  const { limits, topK, language } = turn;
  const found =
    typeof raw === 'string' ? valueOfText(raw, limits) : { value: raw, isUnwrapped: false };
  if ('refusal' in found) return fallBack([finding(found.refusal)], turn, fallback);
  const verdict = definePlanGate({ limits, topK, language }).validate(found.value);
  const findings = [...(found.isUnwrapped ? [unwrapped] : []), ...planFindings(verdict.findings)];
  if (!verdict.ok) return fallBack(findings, turn, fallback);
  return {
    plan: toPlan(verdict.value),
    accepted: true,
    source: findings.length === 0 ? 'as-given' : 'repaired',
    findings,
    reasons: findings.map(asReason),
    gated: verdict.value,
  };
}

/** The plan was a string of JSON, which the search in the text has opened. */
const unwrapped: Finding<PlanFindingCode> = {
  rule: 'plan-repairs',
  code: 'plan-unwrapped',
  severity: 'should',
  path: '',
  params: {},
};

function finding(code: PlanRefusalCode, path: JsonPointer = ''): Finding<PlanFindingCode> {
  return { rule: 'plan-refusals', code, severity: 'must', path, params: {} };
}

type FoundValue =
  | { readonly value: JsonValue; readonly isUnwrapped: boolean }
  | { readonly refusal: PlanRefusalCode };

function valueOfText(text: string, limits: PlanLimits): FoundValue {
  if (text.length > limits.rawLength) return { refusal: 'too-large' };
  const found = extractJson(text, {
    ...planSearch,
    // A cut text is read to its end only to distinguish it from one without a plan.
    allow: 'lossy',
    maxLength: limits.rawLength,
  });
  if (found.status === 'none') {
    const isTooLarge = found.reason === 'too-large' || found.reason === 'too-deep';
    return { refusal: isTooLarge ? 'too-large' : isJson(text) ? 'not-object' : 'not-json' };
  }
  if (!found.complete) return { refusal: 'cut-off' };
  // The extractor reads NaN as null, which would count as a missing topK.
  if (found.repairs.some(({ at }) => isNaNOfTopK(text, at))) return { refusal: 'topk-invalid' };
  if (found.repairs.some((repair) => repair.class === 'lossy')) return { refusal: 'not-json' };
  return { value: found.value, isUnwrapped: found.repairs.some(isUnwrapping) };
}

/** Returns true for the repair by which a plan is taken out of a wrapper in a text. */
export function isUnwrapping({ kind }: Repair): boolean {
  return kind === 'unwrapped' || kind === 'string-decoded';
}

function isNaNOfTopK(text: string, at: number): boolean {
  return (
    text.startsWith('NaN', at) && /topK["']?\s*:\s*$/u.test(text.slice(Math.max(0, at - 40), at))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The findings of the plan rules. A finding of the engine counts only where no rule could run: the
 * value is not JSON (a cycle, a getter that throws).
 */
function planFindings(findings: readonly Finding[]): readonly Finding<PlanFindingCode>[] {
  const own = findings.filter(isPlanFinding);
  const [first] = findings;
  if (first === undefined || own.length > 0) return own;
  // The engine refuses what JSON cannot hold: in a query a lone surrogate, in topK NaN or Infinity.
  const { path } = first;
  if (path.endsWith('/query')) return [finding('query-control-character', path)];
  return [finding(path.endsWith('/topK') ? 'topk-invalid' : 'not-json', path)];
}

/** The rules of the plan gate report no other codes; a rule that threw is the engine's finding. */
function isPlanFinding(each: Finding): each is Finding<PlanFindingCode> {
  return each.rule !== 'schema' && each.code !== 'rule-threw';
}

/** Returns a gated plan without its brand, which the compiler cannot follow through the recursive `raw`. */
export function toPlan(gated: object): MultiStepQueryPlan {
  const plan = gated;
  assertGated(gated, { name: planGateName });
  return plan as MultiStepQueryPlan; // the gate of this name passes only plans
}

function asReason({ code, path, params }: Finding<PlanFindingCode>): Reason {
  return { code, params: path === '' ? params : { ...params, path } };
}

function fallBack(
  findings: readonly Finding<PlanFindingCode>[],
  turn: ReadTurn,
  fallback: ParsePlanOptions['fallback'],
): PlanGateResult {
  const refused = { accepted: false, source: 'rule-fallback', findings } as const;
  const reasons = findings.map(asReason);
  const own = fallback === undefined ? null : tryFallback(fallback, turn);
  if (own !== null) return { ...refused, plan: own, reasons };
  const ruled = planReadTurn(turn);
  const failed = fallback === undefined ? [] : [{ code: 'fallback-invalid' }];
  return { ...refused, plan: ruled.plan, reasons: [...reasons, ...failed, ...ruled.reasons] };
}

/** A fallback is a user's code: it may throw, and its plan is checked like any other. */
function tryFallback(
  fallback: (input: PlanInput) => MultiStepQueryPlan,
  { input, limits }: ReadTurn,
): MultiStepQueryPlan | null {
  try {
    const plan = planSchema.safeParse(fallback(input));
    return plan.success && definePlanGate({ limits }).validate(plan.data).ok ? plan.data : null;
  } catch {
    return null;
  }
}
