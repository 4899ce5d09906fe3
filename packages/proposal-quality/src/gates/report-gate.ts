import { type Catalog, InvalidArgumentError, type JsonSchema, type Severity } from '@kanmon/core';
import {
  defineGate,
  type Gate,
  type GateVerdict,
  type Rule,
  type StandardSchemaV1,
  type ValidateOptions,
} from '@kanmon/core/gate';
import { prepareContext, severityOf } from '../rules/prepared-context.ts';
import type { ReportContext } from '../rules/report-context.ts';
import { checkSeverities } from './severities.ts';

/** What a gate over reports is made of. */
export interface ReportGateParts<T> {
  readonly name: string;
  readonly schema: StandardSchemaV1<unknown, T>;
  readonly jsonSchema: JsonSchema;
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
}

/** Hosts have a handful of configurations; more than this means that somebody makes them up. */
const maxVariants = 64;

/**
 * A rule of core has one severity, a report's rule may have that of its context: one gate is made
 * for each set of severities that occurs, all under one name.
 */
export function createReportGate<T>(parts: ReportGateParts<T>): ReportGate<T> {
  const variants = new Map<string, Gate<T, ReportContext>>();
  const { name, schema, jsonSchema, catalog, rules, fallbackRules = [] } = parts;
  const make = (wanted: readonly Rule<never, ReportContext>[]): Gate<T, ReportContext> =>
    defineGate({ name, schema, jsonSchema, catalog, rules: wanted });

  const gateFor = (context: ReportContext): Gate<T, ReportContext> => {
    prepareContext(context);
    checkOptions(context);
    const severities = rules.map((rule) => wantedSeverity(rule, context, parts.mustForTexts));
    const key = severities.join();
    const known = variants.get(key);
    if (known !== undefined) return known;
    const made = make(withSeverities(rules, severities));
    if (variants.size >= maxVariants) variants.clear();
    variants.set(key, made);
    return made;
  };

  const { definition, format } = make([...rules, ...fallbackRules]);
  const gate = Object.freeze<Gate<T, ReportContext>>({
    name,
    definition,
    format,
    validate: (
      value: unknown,
      context?: ReportContext,
      options?: ValidateOptions,
    ): GateVerdict<T> => {
      if (context === undefined) {
        throw new InvalidArgumentError(
          'expected a context with validNodeIds, got none; say which ids the report may name',
        );
      }
      return gateFor(context).validate(value, context, options);
    },
  });
  return { gate, gateFor };
}

function checkOptions({ severities, purpose }: ReportContext): void {
  if (severities !== undefined) checkSeverities(severities);
  if (purpose !== undefined && purpose !== 'choices' && purpose !== 'texts') {
    throw new InvalidArgumentError(
      `expected purpose to be 'choices' or 'texts', got ${JSON.stringify(purpose)}`,
    );
  }
}

function wantedSeverity(
  rule: Rule<never, ReportContext>,
  context: ReportContext,
  mustForTexts: string | undefined,
): Severity | 'off' {
  return context.purpose === 'texts' && rule.id === mustForTexts
    ? 'must'
    : severityOf(context, rule);
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
