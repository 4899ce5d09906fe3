import type { Finding, JsonPointer, JsonValue } from '@kanmon/core';
import { assertGated, type Gated } from '@kanmon/core/gate';
import { extractJson, type Repair } from '@kanmon/core/json';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { cleanInput } from '../planner/clean-input.ts';
import type { PlanInput } from '../planner/plan-input.ts';
import { planByRules } from '../planner/plan-by-rules.ts';
import type { Reason } from '../wire/reason.ts';
import { planSearch } from './locate-plan.ts';
import type { MultiStepQueryPlan } from './multi-step-query-plan.ts';
import { planSchema } from './plan-schema.ts';
import type { PlanFindingCode, PlanRefusalCode } from './plan-finding.ts';
import { definePlanGate, planGateName } from './plan-gate.ts';
import { defaultPlanLimits, type PlanLimits } from './plan-limits.ts';

/** What the plan gate needs beside the raw plan. */
export interface ParsePlanOptions {
  /** Whose message is planned: fills in language and topK, and feeds the rule plan. */
  readonly input: PlanInput;
  readonly limits?: Partial<PlanLimits>;
  /** Plans when the raw plan is refused. @default the rule planner */
  readonly fallback?: (input: PlanInput) => MultiStepQueryPlan;
}

/** A valid plan in every case, and how it came about. */
export interface PlanGateResult {
  readonly plan: MultiStepQueryPlan;
  /** Whether the plan is the given one (perhaps repaired). */
  readonly accepted: boolean;
  readonly source: 'as-given' | 'repaired' | 'rule-fallback';
  readonly findings: readonly Finding<PlanFindingCode>[];
  readonly reasons: readonly Reason[];
  /** Present iff accepted: the same plan, frozen and registered with core's gate. */
  readonly gated?: Gated<MultiStepQueryPlan>;
}

/**
 * Any value in, a valid plan out: the given plan, the given plan with named lossless repairs, or the
 * rule plan with the reasons of the refusal. Synchronous; never throws because of `raw`. Linear in
 * the length of the text.
 *
 * @example
 * const { plan, source, reasons } = parsePlan(modelText, { input: { message } });
 */
export function parsePlan(raw: unknown, options: ParsePlanOptions): PlanGateResult {
  checkOptions(options, parseOptions, 'parsePlan(raw, options)');
  const { input } = options;
  const limits = { ...defaultPlanLimits, ...options.limits };
  const { language, topK } = cleanInput(input, limits);
  const found =
    typeof raw === 'string' ? valueOfText(raw, limits) : { value: raw, isUnwrapped: false };
  if ('refusal' in found) {
    return fallBack([finding(found.refusal)], options);
  }
  const verdict = definePlanGate({ limits, topK, language }).validate(found.value);
  const findings = [...(found.isUnwrapped ? [unwrapped] : []), ...planFindings(verdict.findings)];
  if (!verdict.ok) return fallBack(findings, options);
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

const parseOptions: OptionNames<ParsePlanOptions> = { input: true, limits: true, fallback: true };

type FoundValue =
  | { readonly value: JsonValue; readonly isUnwrapped: boolean }
  | { readonly refusal: PlanRefusalCode };

function valueOfText(text: string, limits: PlanLimits): FoundValue {
  if (text.length > limits.rawLength) return { refusal: 'too-large' };
  const found = extractJson(text, {
    ...planSearch,
    // A cut text is read to its end only to tell it from one that holds no plan.
    allow: 'lossy',
    maxLength: limits.rawLength,
  });
  if (found.status === 'none') return { refusal: refusalOf(found.reason, text) };
  if (!found.complete) return { refusal: 'cut-off' };
  const isLossy = found.repairs.some((repair) => repair.class === 'lossy');
  // The extractor reads NaN as null, which would count as a topK that was left out.
  if (found.repairs.some(({ at }) => isNaNOfTopK(text, at))) return { refusal: 'topk-invalid' };
  if (isLossy) return { refusal: 'not-json' };
  return { value: found.value, isUnwrapped: found.repairs.some(isUnwrapping) };
}

/** True for the repair by which a plan is taken out of a wrapper in a text. */
export function isUnwrapping({ kind }: Repair): boolean {
  return kind === 'unwrapped' || kind === 'string-decoded';
}

function isNaNOfTopK(text: string, at: number): boolean {
  return (
    text.startsWith('NaN', at) && /topK["']?\s*:\s*$/u.test(text.slice(Math.max(0, at - 40), at))
  );
}

function refusalOf(reason: string, text: string): PlanRefusalCode {
  if (reason === 'too-large' || reason === 'too-deep') return 'too-large';
  return parsesAsJson(text) ? 'not-object' : 'not-json';
}

/** A JSON value, but no plan. */
function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function finding(code: PlanRefusalCode): Finding<PlanFindingCode> {
  return { rule: 'plan-refusals', code, severity: 'must', path: '', params: {} };
}

/**
 * The rules' findings. What the engine itself found stands for a reason of theirs, except where no
 * rule could look: then the value was no JSON (a cycle, a getter that throws).
 */
function planFindings(findings: readonly Finding[]): readonly Finding<PlanFindingCode>[] {
  const own = findings.filter(isPlanFinding);
  const [first] = findings;
  if (first === undefined || own.length > 0) return own;
  // The engine refuses what JSON cannot hold: in a query a lone surrogate, in topK NaN or Infinity.
  const code = refusalAt(first.path);
  return [{ ...finding(code), path: first.path }];
}

function refusalAt(path: JsonPointer): PlanRefusalCode {
  if (path.endsWith('/query')) return 'query-control-character';
  return path.endsWith('/topK') ? 'topk-invalid' : 'not-json';
}

/** The rules of the plan gate report no other codes; a rule that threw is the engine's finding. */
function isPlanFinding(each: Finding): each is Finding<PlanFindingCode> {
  return each.rule !== 'schema' && each.code !== 'rule-threw';
}

/** A gated plan without its brand, which the compiler cannot follow through the recursive `raw`. */
export function toPlan(gated: object): MultiStepQueryPlan {
  assertPlan(gated);
  return gated;
}

/** What the gate passed is a plan: the gate's own registry says so. */
function assertPlan(value: object): asserts value is MultiStepQueryPlan {
  assertGated<MultiStepQueryPlan>(value, { name: planGateName });
}

function asReason({ code, path, params }: Finding<PlanFindingCode>): Reason {
  return { code, params: path === '' ? params : { ...params, path } };
}

function fallBack(
  findings: readonly Finding<PlanFindingCode>[],
  { input, fallback, limits = {} }: ParsePlanOptions,
): PlanGateResult {
  const refused = { accepted: false, source: 'rule-fallback', findings } as const;
  const reasons = findings.map(asReason);
  const own = fallback === undefined ? null : tryFallback(fallback, input, limits);
  if (own !== null) return { ...refused, plan: own, reasons };
  const ruled = planByRules(input, { limits });
  const failed = fallback === undefined ? [] : [{ code: 'fallback-invalid' }];
  return { ...refused, plan: ruled.plan, reasons: [...reasons, ...failed, ...ruled.reasons] };
}

/** A fallback is a user's code: it may throw, and its plan is checked like any other. */
function tryFallback(
  fallback: (input: PlanInput) => MultiStepQueryPlan,
  input: PlanInput,
  limits: Partial<PlanLimits>,
): MultiStepQueryPlan | null {
  try {
    const plan = planSchema.safeParse(fallback(input));
    return plan.success && definePlanGate({ limits }).validate(plan.data).ok ? plan.data : null;
  } catch {
    return null;
  }
}
