import type { Finding, Severity } from '../vocabulary/finding.ts';
import { type CompiledGate, compileGate, type FindingWriter } from './compile-gate.ts';
import type { ContextArgument, Gate, GateDefinition, GateVerdict } from './gate-definition.ts';
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
  const complete = withJsonSchema(definition);
  const compiled = compileGate(complete);
  probeSchema(complete.schema);
  return Object.freeze<Gate<T, Context>>({
    name: complete.name,
    definition: complete,
    validate: (value, context, options) =>
      toVerdict(compiled, judge(compiled, value, contextOf(context)), options),
  });
}

/** The context a caller gave, or left out because the gate needs none. */
export function contextOf<Context>(context: ContextArgument<Context>): Context {
  // The type lets it be left out only where undefined is a Context.
  return context as Context;
}

/** Converting a schema takes longer than most modules take to load, so it is done when first asked for. */
function withJsonSchema<T, Context>(
  definition: GateDefinition<T, Context>,
): GateDefinition<T, Context> {
  if (definition.jsonSchema !== undefined) return Object.freeze({ ...definition });
  let made: { readonly schema: GateDefinition<T, Context>['jsonSchema'] } | null = null;
  const complete = { ...definition };
  Object.defineProperty(complete, 'jsonSchema', {
    enumerable: true,
    get: () => {
      made ??= { schema: jsonSchemaOf(definition.schema) };
      return made.schema;
    },
  });
  return Object.freeze(complete);
}

const noTexts: string[] = [];
Object.freeze(noTexts);

function toVerdict<T>(
  gate: CompiledGate<T, never>,
  { findings, passed }: Judgement<T>,
  options: Parameters<CompiledGate<T, never>['writer']>[0],
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
