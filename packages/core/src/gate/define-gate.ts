import { checkOptions, type OptionNames } from '../vocabulary/check-options.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';
import {
  type CompiledGate,
  checkSchema,
  checkSelections,
  compileGate,
  type FindingWriter,
} from './compile-gate.ts';
import type { Gate, GateDefinition, GateVerdict, ValidateOptions } from './gate-definition.ts';
import { judge, type Judgement } from './judge.ts';
import { jsonSchemaOf } from './schema/json-schema-of.ts';
import { probeSchema } from './schema/probe-schema.ts';

/**
 * A gate over a schema and rules. Throws `GateDefinitionError` for what can never work: a rule id
 * twice, a rule without codes, a pattern that is none, an asynchronous schema.
 *
 * @example
 * const gate = defineGate({ name: 'advice', schema: adviceSchema, rules: [knownId] });
 * const verdict = gate.validate(JSON.parse(text), { ids: ['n1', 'n2'] });
 * if (!verdict.ok) console.log(verdict.errors);
 */
export function defineGate<T, Context = undefined>(
  definition: GateDefinition<T, Context>,
): Gate<T, Context> {
  checkOptions<GateDefinition<T, Context>>(definition, definitionMembers, 'defineGate');
  checkSchema(definition);
  const complete = withJsonSchema(definition);
  const compiled = compileGate(complete);
  checkSelections(complete);
  probeSchema(complete.schema, complete.jsonSchema);
  /** `context` is absent only where the types say that none is needed. */
  const validate = (
    value: unknown,
    context?: Context,
    options: ValidateOptions = {},
  ): GateVerdict<T> => toVerdict(compiled, judge(compiled, value, context), options);
  return Object.freeze({
    name: complete.name,
    definition: complete,
    validate,
    format: (finding: Finding, options: ValidateOptions = {}) => compiled.writer(options)(finding),
  });
}

const definitionMembers: OptionNames<GateDefinition<unknown, unknown>> = {
  name: true,
  schema: true,
  rules: true,
  extract: true,
  catalog: true,
  jsonSchema: true,
  variantOf: true,
};

function withJsonSchema<T, Context>(
  definition: GateDefinition<T, Context>,
): GateDefinition<T, Context> {
  const jsonSchema = definition.jsonSchema ?? jsonSchemaOf(definition.schema);
  return Object.freeze({ ...definition, ...(jsonSchema === undefined ? {} : { jsonSchema }) });
}

const noTexts: string[] = [];
Object.freeze(noTexts);

function toVerdict<T>(
  gate: CompiledGate<T>,
  { findings, passed }: Judgement<T>,
  options: ValidateOptions,
): GateVerdict<T> {
  const write = findings.length > 0 ? gate.writer(options) : null;
  const texts = {
    errors: textsOf(findings, 'must', write),
    warnings: textsOf(findings, 'should', write),
    findings,
  };
  return passed === null
    ? Object.freeze({ ok: false, ...texts })
    : Object.freeze({ ok: true, ...texts, value: passed.value });
}

function textsOf(
  findings: readonly Finding[],
  severity: Severity,
  write: FindingWriter | null,
): string[] {
  if (write === null) return noTexts;
  const wanted = findings.filter((finding) => finding.severity === severity);
  const texts = [...new Set(wanted.map(write))];
  Object.freeze(texts);
  return texts;
}
