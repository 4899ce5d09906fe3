import {
  type Catalog,
  type Finding,
  InvalidArgumentError,
  type JsonSchema,
  type Severity,
} from '@kanmon/core';
import {
  defineGate,
  type Gate,
  type Rule,
  type StandardSchemaV1,
  type ValidateOptions,
} from '@kanmon/core/gate';
import { checkOptions } from '@kanmon/core/kit';
import { prepareContext, severityOf } from '../rules/prepared-context.ts';
import { contextNames, type ReportContext } from '../rules/report-context.ts';
import type { Shape } from '../report/shape.ts';
import { createQuickJudge, type QuickJudge } from './quick-judge.ts';
import { checkSeverities } from './severities.ts';

/** What a gate over reports is made of. */
export interface ReportGateParts<T> {
  readonly name: string;
  readonly schema: StandardSchemaV1<unknown, T>;
  readonly jsonSchema: JsonSchema;
  /** Of the schema, for the shape rule, which must be the first of `rules`. */
  readonly shape: Shape;
  readonly catalog: Catalog;
  readonly rules: readonly Rule<never, ReportContext>[];
  /** Whose severity is Must when the purpose is `texts`. */
  readonly mustForTexts?: string;
  /** Only in the definition that is handed out, for callers who run it without `gateFor`. */
  readonly fallbackRules?: readonly Rule<never, ReportContext>[];
}

/** A gate whose rules have the severities of the context, and the plain gate behind it. */
export interface ReportGate<T> {
  /** Judges with the severities of the context; carries the default definition. */
  readonly gate: Gate<T, ReportContext>;
  /** A plain gate for one context, for `runGate`, which reads a gate's definition. */
  gateFor(context: ReportContext): Gate<T, ReportContext>;
  /** What the gate finds, without the value that passes. Never throws on `value`. */
  findingsIn(value: unknown, context: ReportContext): readonly Finding[];
}

/** Hosts have a handful of configurations; more than this means that somebody makes them up. */
const maxVariants = 64;

/**
 * A rule of core has one severity, a report's rule may have that of its context: one gate is made
 * for each set of severities that occurs, all under one name.
 */
export function createReportGate<T>(parts: ReportGateParts<T>): ReportGate<T> {
  const variants = new Map<string, Variant<T>>();
  const { name, schema, jsonSchema, catalog, rules, fallbackRules = [] } = parts;
  const plain = { name, schema, jsonSchema, catalog };
  const base = defineGate<T, ReportContext>({ ...plain, rules: [...rules, ...fallbackRules] });
  const make = (wanted: readonly Rule<never, ReportContext>[]): Gate<T, ReportContext> =>
    defineGate({ ...plain, rules: wanted, variantOf: base });

  const variantFor = (context: ReportContext): Variant<T> => {
    prepareContext(context);
    checkContextOptions(context);
    const severities = severitiesFor(rules, context, parts.mustForTexts);
    const key = severities === null ? '' : severities.join();
    const known = variants.get(key);
    if (known !== undefined) return known;
    const wanted = severities === null ? rules : withSeverities(rules, severities);
    const made = { gate: make(wanted), quickJudge: createQuickJudge(wanted, parts.shape) };
    if (variants.size >= maxVariants) variants.clear();
    variants.set(key, made);
    return made;
  };

  const gate = Object.freeze<Gate<T, ReportContext>>({
    name,
    definition: base.definition,
    format: (finding, options) => base.format(finding, options),
    validate: (value: unknown, given?: ReportContext, options?: ValidateOptions) => {
      const context = requireContext(given);
      return variantFor(context).gate.validate(value, context, options);
    },
    read: (text: string, given?: ReportContext, options?: ValidateOptions) => {
      const context = requireContext(given);
      return variantFor(context).gate.read(text, context, options);
    },
  });
  return {
    gate,
    gateFor: (context) => variantFor(context).gate,
    findingsIn(value, context) {
      const variant = variantFor(context);
      return variant.quickJudge(value, context) ?? variant.gate.validate(value, context).findings;
    },
  };
}

function requireContext(context: ReportContext | undefined): ReportContext {
  if (context !== undefined) return context;
  throw new InvalidArgumentError(
    'expected a context with validNodeIds, got none; pass the ids that the report may name',
  );
}

/** The gate for one set of severities, and the quick way to the same findings. */
interface Variant<T> {
  readonly gate: Gate<T, ReportContext>;
  readonly quickJudge: QuickJudge;
}

function checkContextOptions(context: ReportContext): void {
  checkOptions(context, contextNames, 'the context of a report gate');
  const { severities, purpose } = context;
  if (severities !== undefined) checkSeverities(severities);
  if (purpose !== undefined && purpose !== 'choices' && purpose !== 'texts') {
    throw new InvalidArgumentError(
      `expected purpose to be 'choices' or 'texts', got ${JSON.stringify(purpose)}`,
    );
  }
}

/** Null where every rule has its own, which is nearly always. */
function severitiesFor(
  rules: readonly Rule<never, ReportContext>[],
  context: ReportContext,
  mustForTexts: string | undefined,
): readonly (Severity | 'off')[] | null {
  const raised = context.purpose === 'texts' ? mustForTexts : undefined;
  if (context.severities === undefined && raised === undefined) return null;
  return rules.map((rule) => (rule.id === raised ? 'must' : severityOf(context, rule)));
}

function withSeverities(
  rules: readonly Rule<never, ReportContext>[],
  severities: readonly (Severity | 'off')[],
): readonly Rule<never, ReportContext>[] {
  return rules.flatMap((rule, index) => {
    const severity = severities[index] ?? rule.severity;
    return severity === 'off' ? [] : [{ ...rule, severity }];
  });
}
