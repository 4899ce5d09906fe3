import {
  type Finding,
  InvalidArgumentError,
  type JsonSchema,
  type JsonValue,
  type Severity,
} from '@kanmon/core';
import {
  defineGate,
  type Gate,
  type Rule,
  type StandardSchemaResult,
  type StandardSchemaV1,
  type ValidateOptions,
} from '@kanmon/core/gate';
import { checkOptions, describeValue, isRecord } from '@kanmon/core/kit';
import type * as z from 'zod';
import { proposalCatalog } from '../messages/catalogs.ts';
import {
  advisorJsonSchema,
  type AdvisorReport,
  advisorShape,
  advisorTypesSchema,
  organizerJsonSchema,
  type OrganizerReport,
  organizerShape,
  organizerTypesSchema,
} from '../report/reports.ts';
import { checkShape, type Shape } from '../report/shape.ts';
import { advisorRules, descriptionRule } from '../rules/advisor-rules.ts';
import { organizerRules } from '../rules/organizer-rules.ts';
import { prepareContext, type ReportContext } from '../rules/report-context.ts';
import type { ReportRule } from '../rules/report-rule.ts';
import { createQuickJudge } from './quick-judge.ts';

/** A gate whose rules have the severities of the context, and the plain gate behind it. */
export interface ReportGate<T> {
  /** Judges with the severities of the context; carries the default definition. */
  readonly gate: Gate<T, ReportContext>;
  /** Returns a plain gate for one context, for `runGate`, which reads a gate's definition. */
  gateFor(context: ReportContext): Gate<T, ReportContext>;
  /** Returns the findings of the gate, without the value that passes. Never throws on `value`. */
  findingsIn(value: unknown, context: ReportContext): readonly Finding[];
}

export const organizerReportGate: ReportGate<OrganizerReport> = createReportGate({
  name: 'organizer-report',
  schema: organizerTypesSchema,
  jsonSchema: organizerJsonSchema,
  shape: organizerShape,
  rules: organizerRules,
});

export const advisorReportGate: ReportGate<AdvisorReport> = createReportGate({
  name: 'advisor-report',
  schema: advisorTypesSchema,
  jsonSchema: advisorJsonSchema,
  shape: advisorShape,
  rules: advisorRules,
  mustForTexts: 'advisor/description',
  fallbackRules: [
    descriptionRule('advisor/description-texts', 'must', ({ purpose }) => purpose === 'texts'),
  ],
});

/** The gate for Organizer reports. */
export const organizerGate: Gate<OrganizerReport, ReportContext> = organizerReportGate.gate;

/** The gate for Advisor reports. */
export const advisorGate: Gate<AdvisorReport, ReportContext> = advisorReportGate.gate;

/** The built-in rules, for custom gates: leave some out, add some. */
export const ruleSet: {
  readonly organizer: readonly Rule<never, ReportContext>[];
  readonly advisor: readonly Rule<never, ReportContext>[];
} = Object.freeze({
  organizer: Object.freeze(rulesOf(organizerRules)),
  advisor: Object.freeze(rulesOf(advisorRules)),
});

/** Hosts have a handful of configurations; more than this are created in a loop. */
const maxVariants = 64;

/**
 * Creates a gate whose severities depend on the context. A rule of core has one severity, so one plain
 * gate is created for each set of severities that occurs, all under one name.
 */
function createReportGate<T>(parts: {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly jsonSchema: JsonSchema;
  /** The first rule must be the shape rule. */
  readonly rules: readonly ReportRule[];
  readonly shape: Shape;
  /** Rule that is a Must when the purpose is `texts`. */
  readonly mustForTexts?: string;
  /** Only in the public definition, for callers who run it without `gateFor`. */
  readonly fallbackRules?: readonly ReportRule[];
}): ReportGate<T> {
  const { name, jsonSchema, rules, shape, mustForTexts, fallbackRules = [] } = parts;
  const plain = {
    name,
    jsonSchema,
    schema: reportSchema(parts.schema, shape),
    catalog: proposalCatalog,
  };
  const base = defineGate<T, ReportContext>({
    ...plain,
    rules: rulesOf([...rules, ...fallbackRules]),
  });
  const makeVariant = (wanted: readonly ReportRule[]) => ({
    gate: defineGate<T, ReportContext>({ ...plain, rules: rulesOf(wanted), variantOf: base }),
    quickJudge: createQuickJudge(wanted, shape),
  });
  const variants = new Map<string, ReturnType<typeof makeVariant>>();

  const variantFor = (context: ReportContext): ReturnType<typeof makeVariant> => {
    prepareContext(context);
    checkContextOptions(context);
    const severities = severitiesFor(rules, context, mustForTexts);
    const key = severities?.join() ?? '';
    const known = variants.get(key);
    if (known !== undefined) return known;
    const made = makeVariant(severities === null ? rules : withSeverities(rules, severities));
    if (variants.size >= maxVariants) variants.clear();
    variants.set(key, made);
    return made;
  };

  return {
    gate: Object.freeze<Gate<T, ReportContext>>({
      name,
      definition: base.definition,
      format: base.format,
      validate(value: unknown, given?: ReportContext, options: ValidateOptions = {}) {
        const context = requireContext(given);
        return variantFor(context).gate.validate(value, context, options);
      },
      read(text: string, given?: ReportContext, options: ValidateOptions = {}) {
        const context = requireContext(given);
        return variantFor(context).gate.read(text, context, options);
      },
    }),
    gateFor: (context) => variantFor(context).gate,
    findingsIn(value, context) {
      const { gate, quickJudge } = variantFor(context);
      return quickJudge(value, context) ?? gate.validate(value, context).findings;
    },
  };
}

function requireContext(context: ReportContext | undefined): ReportContext {
  if (isRecord(context)) return context;
  throw new InvalidArgumentError(
    `expected a context with validNodeIds, got ${describeValue(context)}; pass the ids that the report may name`,
  );
}

function rulesOf(rules: readonly ReportRule[]): readonly Rule<never, ReportContext>[] {
  return rules.map(({ rule }) => rule);
}

/**
 * Wraps the schema of a gate over reports. The shape rule reports what is wrong with the shape, so the
 * schema reports nothing there: it only removes unknown members from the value that passes. It fails
 * closed: if zod refuses a value in which the shape rule finds nothing, zod's issues count.
 */
function reportSchema<T>(schema: z.ZodType<T>, shape: Shape): StandardSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'kanmon',
      validate: (value): StandardSchemaResult<T> => {
        const parsed = schema.safeParse(value);
        if (parsed.success) return { value: parsed.data };
        let isReported = false;
        // A gate passes on JSON only.
        checkShape(value as JsonValue, shape, '', () => {
          isReported = true;
        });
        // The rules refuse this value, so no caller receives it as a T.
        return isReported ? { value: value as T } : { issues: parsed.error.issues };
      },
    },
  };
}

const allRules = [...organizerRules, ...advisorRules];
const ruleIds = allRules.map(({ rule }) => rule.id);
const fixedRules: ReadonlySet<string> = new Set(
  allRules.filter(({ isFixed }) => isFixed).map(({ rule }) => rule.id),
);

/** Checks the options of a context. Throws `InvalidArgumentError`, also for a weakened fixed Must. */
function checkContextOptions(context: ReportContext): void {
  checkOptions(
    context,
    'validNodeIds purpose focusNodeId nodes phrases severities',
    'the context of a report gate',
  );
  const { severities = {}, purpose = 'choices' } = context;
  for (const [rule, severity] of Object.entries(severities)) {
    if (!ruleIds.includes(rule)) {
      throw new InvalidArgumentError(
        `unknown rule "${rule}" in severities; the rules are ${ruleIds.join(', ')}`,
      );
    }
    if (severity !== 'must' && severity !== 'should' && severity !== 'off') {
      throw new InvalidArgumentError(
        `expected 'must', 'should' or 'off' as severity of "${rule}", got ${JSON.stringify(severity)}`,
      );
    }
    if (fixedRules.has(rule) && severity !== 'must') {
      throw new InvalidArgumentError(
        `"${rule}" is a Must that cannot be turned ${severity === 'off' ? 'off' : 'down'}; leave it out of severities`,
      );
    }
  }
  if (purpose !== 'choices' && purpose !== 'texts') {
    throw new InvalidArgumentError(
      `expected purpose to be 'choices' or 'texts', got ${JSON.stringify(purpose)}`,
    );
  }
}

/** Returns null where every rule has its default severity, which is nearly always. */
function severitiesFor(
  rules: readonly ReportRule[],
  { purpose, severities }: ReportContext,
  mustForTexts: string | undefined,
): readonly (Severity | 'off')[] | null {
  const raised = purpose === 'texts' ? mustForTexts : undefined;
  if (severities === undefined && raised === undefined) return null;
  return rules.map(({ rule: { id, severity } }) => {
    if (id === raised) return 'must';
    const isSet = severities !== undefined && Object.hasOwn(severities, id);
    return (isSet ? severities[id] : undefined) ?? severity;
  });
}

function withSeverities(
  rules: readonly ReportRule[],
  severities: readonly (Severity | 'off')[],
): readonly ReportRule[] {
  return rules.flatMap(({ rule, ...rest }, index) => {
    const severity = severities[index] ?? rule.severity;
    return severity === 'off' ? [] : [{ ...rest, rule: { ...rule, severity } }];
  });
}
