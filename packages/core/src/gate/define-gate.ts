import { checkOptions } from '../vocabulary/check-options.ts';
import type { ExtractRefusal } from '../json/extract/types.ts';
import { validationResult } from '../messages/validation-result.ts';
import type { Finding } from '../vocabulary/finding.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import { type CompiledGate, checkSchema, checkSelections, compileGate } from './compile-gate.ts';
import type {
  Gate,
  GateDefinition,
  GateReading,
  GateVerdict,
  ValidateOptions,
  ValueGate,
} from './gate-definition.ts';
import { brand, judge, type Judgement } from './judge.ts';
import { makeFinding } from './rules/rule-findings.ts';
import { checkContainer } from './run/check-answerable.ts';
import { createValueExtractor } from './run/extract-value.ts';
import { jsonSchemaOf } from './schema/json-schema-of.ts';
import { probeSchema } from './schema/sample-value.ts';

/**
 * Creates a gate from a schema and rules.
 *
 * @throws {GateDefinitionError} The definition can never work: a duplicate rule id, a rule without codes, an invalid
 * pattern, an asynchronous schema.
 * @example
 * const gate = defineGate({ name: 'advice', schema: adviceSchema, rules: [knownId] });
 * const verdict = gate.validate(JSON.parse(text), { ids: ['n1', 'n2'] });
 * if (!verdict.ok) console.log(verdict.errors);
 */
export function defineGate<T, Context = undefined, Input = unknown>(
  definition: GateDefinition<T, Context, Input>,
): Gate<T, Context, Input> {
  const { gate, compiled } = createGate(definition);
  const extract = createValueExtractor(gate.definition);
  // `context` is absent only for a gate that needs none.
  const read = (text: string, context?: Context, options: ValidateOptions = {}): GateReading<T> => {
    checkContainer(gate.definition);
    const extraction = extract(readText(text));
    if (extraction.status === 'none') {
      return { ...toVerdict(compiled, refused(extraction.reason), options), extraction };
    }
    const judgement = judge(compiled, extraction.value, context);
    // The rest of a value that was cut off could have been anything.
    const whole = extraction.complete ? judgement : refused('cut-off', judgement.findings);
    return { ...toVerdict(compiled, whole, options), extraction };
  };
  return Object.freeze({ ...gate, read });
}

/**
 * Creates a gate for values that are parsed already: `defineGate` without `read`. Its bundle holds no extraction.
 *
 * @throws {GateDefinitionError} As `defineGate`.
 */
export function defineValueGate<T, Context = undefined, Input = unknown>(
  definition: GateDefinition<T, Context, Input>,
): ValueGate<T, Context, Input> {
  return Object.freeze(createGate(definition).gate);
}

function createGate<T, Context, Input>(
  definition: GateDefinition<T, Context, Input>,
): { readonly gate: ValueGate<T, Context, Input>; readonly compiled: CompiledGate<T> } {
  checkOptions(definition, 'name schema rules extract catalog jsonSchema variantOf', 'defineGate');
  checkSchema(definition);
  const complete = withJsonSchema(definition);
  const compiled = compileGate(complete);
  checkSelections(complete);
  probeSchema(complete.schema, complete.jsonSchema);
  const gate: ValueGate<T, Context, Input> = {
    name: complete.name,
    definition: complete,
    // `context` is absent only for a gate that needs none.
    validate: (value: unknown, context?: Context, options: ValidateOptions = {}): GateVerdict<T> =>
      toVerdict(compiled, judge(compiled, value, context), options),
    format: (finding, options = {}) => compiled.writer(options)(finding),
  };
  return { gate, compiled };
}

/** The content of an answer in an SDK may be null or absent: the model wrote no text. */
function readText(text: unknown): string {
  if (typeof text === 'string') return text;
  if (text === null || text === undefined) return '';
  throw new InvalidArgumentError(
    `expected a text, got ${describeValue(text)}; use gate.validate for a value`,
  );
}

/** A text whose value cannot pass. */
function refused(
  code: ExtractRefusal | 'cut-off',
  findings: readonly Finding[] = [],
): { readonly findings: readonly Finding[]; readonly passed: null } {
  const finding = makeFinding('extract', code, 'must', '', {});
  return { findings: Object.freeze([finding, ...findings]), passed: null };
}

function withJsonSchema<T, Context, Input>(
  definition: GateDefinition<T, Context, Input>,
): GateDefinition<T, Context, Input> {
  const jsonSchema = definition.jsonSchema ?? jsonSchemaOf(definition.schema);
  return Object.freeze({ ...definition, ...(jsonSchema === undefined ? {} : { jsonSchema }) });
}

function toVerdict<T>(
  gate: CompiledGate<T>,
  { findings, passed }: Judgement<T>,
  options: ValidateOptions,
): GateVerdict<T> {
  const verdict = validationResult(findings, gate.writer(options));
  return passed === null
    ? Object.freeze({ ...verdict, ok: false })
    : Object.freeze({ ...verdict, ok: true, value: brand(passed.output, gate) });
}
