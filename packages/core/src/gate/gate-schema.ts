import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { parsePointer, toArrayIndex } from '../json/pointer.ts';
import { checkFlags, checkOptions } from '../vocabulary/check-options.ts';
import type { JsonSchema } from '../vocabulary/json-value.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { checkGate, compileGate } from './compile-gate.ts';
import type { Gate, ValueGate } from './gate-definition.ts';
import type { Gated } from './gated.ts';
import { brand, judge, type PassedRules } from './judge.ts';
import {
  checkReviews,
  type MaybeReviewed,
  runReviews,
  type WithReviews,
} from './review/reviews.ts';
import { isMust } from './rules/rule-findings.ts';
import { outsideCatalog, warnOfThrownRule } from './rules/thrown-rules.ts';
import type {
  StandardJsonSchemaOptions,
  StandardJsonSchemaSource,
  StandardSchemaProps,
  StandardSchemaResult,
} from './schema/standard-schema.ts';

/** A gate as a Standard Schema with Standard JSON Schema. `Result` is what `validate` returns. */
export interface GateSchema<T, Result = StandardSchemaResult<Gated<T>>> {
  readonly '~standard': StandardSchemaProps<unknown, Gated<T>> & {
    readonly validate: (value: unknown) => Result;
    readonly jsonSchema: Required<StandardJsonSchemaSource>;
  };
}

/** A gate with reviews as an asynchronous Standard Schema. */
export type ReviewedGateSchema<T> = GateSchema<T, Promise<StandardSchemaResult<Gated<T>>>>;

/** Options of `gateSchema`. */
export interface GateSchemaOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
  /** The language of the issues. @default 'en' */
  readonly locale?: Locale;
  /** Takes a text too, and finds the value in it as `runGate` does. @default false */
  readonly fromText?: boolean;
}

/**
 * Returns a gate as a Standard Schema, for hosts that validate with one: AI SDK 6 and 7, OpenAI Agents, Mastra, MCP (server 2),
 * tRPC, Hono and others. A value that passes is gated; findings become issues with a path. It judges and blocks; it cannot
 * correct. The issue of a rule that throws names the rule; its error is a warning of the console.
 *
 * A host that only reads the JSON Schema and validates by itself skips the gate: LangChain's `createAgent` and Genkit
 * do. Use `assertGated` where the value is used, or the middleware of `@kanmon/llm-adapters`.
 *
 * With `reviews` it validates asynchronously: a value is gated once they have passed it too.
 *
 * @example
 * const procedure = t.procedure.output(gateSchema(gate, { context }));
 */
export function gateSchema<T>(
  gate: ValueGate<T>,
  options?: Omit<GateSchemaOptions<undefined>, 'context'> & { readonly reviews?: undefined },
): GateSchema<T>;
/** For a gate whose rules need a context. */
export function gateSchema<T, Context>(
  gate: ValueGate<T, Context>,
  options: GateSchemaOptions<Context> & { readonly reviews?: undefined },
): GateSchema<T>;
/** With reviews. */
export function gateSchema<T>(
  gate: ValueGate<T>,
  options: Omit<GateSchemaOptions<undefined>, 'context'> & WithReviews<T, undefined>,
): ReviewedGateSchema<T>;
/** With reviews, for a gate whose rules need a context. */
export function gateSchema<T, Context>(
  gate: ValueGate<T, Context>,
  options: GateSchemaOptions<Context> & WithReviews<T, Context>,
): ReviewedGateSchema<T>;
export function gateSchema<T, Context>(
  gate: ValueGate<T, Context | undefined>,
  options: Omit<GateSchemaOptions<Context>, 'context'> & MaybeReviewed<T, Context> = {},
): GateSchema<T, Validation<T> | Promise<Validation<T>>> {
  checkOptions(options, 'context locale fromText reviews', 'gateSchema');
  checkGate(gate);
  const { context, locale = 'en', fromText = false, reviews = [] } = options;
  checkFlags({ fromText });
  checkReviews(reviews, gate.definition.rules);
  const reader = fromText && canRead(gate) ? gate : null;
  if (fromText && reader === null) {
    throw new InvalidArgumentError(
      `expected a gate that reads texts, since fromText is set, got the value gate "${gate.name}"; use defineGate`,
    );
  }
  const write = (side: 'input' | 'output') => (wanted: StandardJsonSchemaOptions) =>
    jsonSchemaFor(gate, side, wanted);
  const refused = (findings: readonly Finding[]): Validation<T> => {
    warnOfThrownRule(gate.name, findings);
    return {
      issues: findings.filter(isMust).map((finding) => ({
        // Hosts send issues to their clients.
        message: gate.format(finding, { locale, catalog: outsideCatalog }),
        // Hosts show an index as a number, as schema libraries report it.
        path: parsePointer(finding.path).map((token) => toArrayIndex(token) ?? token),
      })),
    };
  };
  const compiled = compileGate(gate.definition);
  // An unknown locale is refused here, not where the host validates.
  compiled.writer({ locale });
  /** Returns a value without the brand, so that one that a review refuses was never gated; or the findings. */
  const judged = (value: unknown): PassedRules<T> | readonly Finding[] => {
    let raw = value;
    if (reader !== null && typeof value === 'string') {
      const { ok, findings, extraction } = reader.read(value, context, { locale });
      if (!ok || extraction.status === 'none') return findings;
      raw = extraction.value;
    }
    const { findings, passed } = judge(compiled, raw, context);
    return passed ?? findings;
  };
  const resultOf = (judgement: PassedRules<T> | readonly Finding[]): Validation<T> =>
    'output' in judgement ? { value: brand(judgement.output, compiled) } : refused(judgement);
  const validate = (value: unknown): Validation<T> => resultOf(judged(value));
  const validateReviewed = async (value: unknown): Promise<Validation<T>> => {
    const passed = judged(value);
    if (!('output' in passed)) return refused(passed);
    const results = await runReviews(reviews, passed, context);
    const findings = results.flatMap(({ report }) => report.findings);
    return resultOf(findings.some(isMust) ? findings : passed);
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'kanmon',
      validate: options.reviews === undefined ? validate : validateReviewed,
      jsonSchema: { input: write('input'), output: write('output') },
    },
  };
}

type Validation<T> = StandardSchemaResult<Gated<T>>;

function canRead<T, Context>(gate: ValueGate<T, Context>): gate is Gate<T, Context> {
  return 'read' in gate;
}

/** Asks the schema for the draft that the host wants; the gate's own JSON Schema is the answer otherwise. */
function jsonSchemaFor(
  { name, definition }: ValueGate<unknown, never>,
  side: 'input' | 'output',
  wanted: StandardJsonSchemaOptions,
): Record<string, unknown> {
  const source = Reflect.get(definition.schema['~standard'], 'jsonSchema') as
    | Partial<StandardJsonSchemaSource>
    | undefined;
  const own: JsonSchema | undefined = definition.jsonSchema;
  try {
    // A model is asked for what the schema takes in, also where a host asks for its output.
    const made = source?.input?.(wanted);
    if (made !== undefined) return made;
  } catch (error) {
    if (own === undefined) throw error;
  }
  if (own !== undefined) return { ...own };
  throw new TypeError(
    `gate "${name}" has no JSON Schema for its ${side}; pass \`jsonSchema\` to defineGate`,
  );
}
