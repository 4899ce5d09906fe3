import type { JsonValue, Language } from '@kanmon/core';
import {
  defineGate,
  defineRule,
  type Gate,
  type Rule,
  type StandardSchemaV1,
} from '@kanmon/core/gate';
import { checkOptions } from '@kanmon/core/kit';
import { inspectPlan, type PlanInspection } from './inspect-plan.ts';
import { planSearch } from './locate-plan.ts';
import { refusalTexts, repairTexts } from './plan-finding.ts';
import { defaultPlanLimits, type PlanLimits } from './plan-limits.ts';
import type { PlanDefaults } from './plan-members.ts';
import { type MultiStepQueryPlan, planJsonSchema } from './plan.ts';

/** Options of `definePlanGate`: the values it fills in and the limits it checks. */
export interface PlanGateOptions {
  readonly limits?: Partial<PlanLimits>;
  /** For searches that name none. @default limits.defaultTopK */
  readonly topK?: number;
  /** For plans that name none. @default 'other' */
  readonly language?: Language;
}

/** Name of the gate and of the structured output. */
export const planGateName = 'multi_step_query_plan';

/**
 * The plan gate for core's engine: its schema repairs, its Should rule names each repair, its Must
 * rule each reason for a refusal. A value that passes is a valid plan as a whole.
 */
export function definePlanGate(options: PlanGateOptions = {}): Gate<MultiStepQueryPlan> {
  checkOptions(options, 'limits topK language', 'definePlanGate(options)');
  const limits: PlanLimits = { ...defaultPlanLimits, ...options.limits };
  const { topK = limits.defaultTopK, language = 'other' } = options;
  const inspect = rememberLast({ limits, topK, language });
  return defineGate({
    name: planGateName,
    schema: planReader(inspect),
    rules: [
      noteRule('plan-repairs', 'should', repairTexts, inspect),
      noteRule('plan-refusals', 'must', refusalTexts, inspect),
    ],
    extract: { ...planSearch, allow: 'guess', maxLength: limits.rawLength },
    jsonSchema: planJsonSchema,
  });
}

type Inspect = (value: JsonValue) => PlanInspection;

/** Schema and rules look at one value in a row; it is inspected once. */
function rememberLast(defaults: PlanDefaults): Inspect {
  let last: { readonly value: JsonValue; readonly inspection: PlanInspection } | null = null;
  return (value) => {
    if (last?.value === value && typeof value === 'object') return last.inspection;
    const inspection = inspectPlan(value, defaults);
    last = { value, inspection };
    return inspection;
  };
}

/**
 * The reader as a Standard Schema. A refusal is one issue at the place of the first reason; the
 * reasons themselves are findings of the rules.
 */
function planReader(inspect: Inspect): StandardSchemaV1<unknown, MultiStepQueryPlan> {
  return {
    '~standard': {
      version: 1,
      vendor: 'kanmon',
      validate: (value) => {
        // The engine passes a copy that is JSON.
        const { plan, notes } = inspect(value as JsonValue);
        if (plan !== null) return { value: plan };
        const first = notes.find(({ severity }) => severity === 'must');
        const path = (first?.path ?? '').split('/').slice(1);
        return { issues: [{ message: first?.code ?? 'not a plan', path }] };
      },
    },
  };
}

function noteRule(
  id: string,
  severity: 'must' | 'should',
  messages: typeof repairTexts | typeof refusalTexts,
  inspect: Inspect,
): Rule<JsonValue> {
  return defineRule({
    id,
    severity,
    messages,
    check(root: JsonValue, _context: unknown, report) {
      for (const note of inspect(root).notes) {
        if (note.severity === severity) report(note.code, { path: note.path, params: note.params });
      }
    },
  });
}
